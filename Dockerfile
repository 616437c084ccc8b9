# Docker sets this by itself. Buildah wants it declared, and 1.28 sets it only where it is asked to
# build for a platform: buildah build --platform linux/amd64 .
ARG TARGETARCH

# One stage per architecture names the processor that the kernels are compiled for. Any machine of
# that level or above runs them; kernels compiled for the building machine might not run elsewhere.
# A newer level is faster where it exists: docker build --build-arg CPU=x86-64-v3 .
FROM python:3.13-slim AS cpu-amd64
ARG CPU=x86-64-v2
ENV NUMBA_CPU_NAME=${CPU}

FROM python:3.13-slim AS cpu-arm64
ARG CPU=generic
ENV NUMBA_CPU_NAME=${CPU}

# The empty feature list is meant: left unset, Numba would add the features of the machine at hand.
# It comes from one of the two stages above, which have a tag:
# hadolint ignore=DL3006
FROM cpu-${TARGETARCH} AS base
ENV NUMBA_CPU_FEATURES="" \
    KIBITZ_CACHE_DIR=/opt/kibitz/cache \
    PATH=/opt/kibitz/bin:${PATH}

# The environment has no pip of its own: nothing is installed once the image is built.
FROM base AS builder
WORKDIR /src
RUN python -m venv --without-pip /opt/kibitz
COPY pyproject.toml constraints.txt LICENSE README.md ./
# No package of ours is here yet, so this installs the dependencies and stays cached until they change.
RUN pip --python /opt/kibitz/bin/python install --no-cache-dir --constraint constraints.txt '.[service]'
COPY . .
RUN pip --python /opt/kibitz/bin/python install --no-cache-dir --no-deps --force-reinstall . \
    && kibitz warm

FROM base AS runtime
# The service writes to /data and /tmp alone, so the rest of the file system may be read-only.
RUN install --directory --owner=10001 --group=10001 /data
ENV HOME=/tmp \
    KIBITZ_DATABASE_URL=sqlite:////data/kibitz.db \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
COPY --from=builder /opt/kibitz /opt/kibitz
WORKDIR /data
USER 10001:10001
VOLUME ["/data"]
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import urllib.request as u; u.build_opener(u.ProxyHandler({})).open('http://127.0.0.1:8000/readyz', timeout=3)"]
CMD ["kibitz", "serve", "--host", "0.0.0.0"]
