"""What crosses a border: requests, limits, answers, problems, jobs. Pydantic models, no more."""
