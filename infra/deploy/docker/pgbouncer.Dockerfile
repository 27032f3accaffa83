# PgBouncer 1.24. The build context is infra/deploy/docker.
FROM debian:trixie-slim
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends pgbouncer postgresql-client \
 && rm -rf /var/lib/apt/lists/*
USER 1000:1000
EXPOSE 6432
