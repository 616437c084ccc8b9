"""What crosses a border: requests, options, limits, answers and jobs, as Pydantic models."""
