"""Long work: durable jobs, winnability studies, matches between players."""
