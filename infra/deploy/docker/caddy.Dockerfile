# Caddy 2 without privileges. The build context is infra/deploy/caddy.
FROM caddy:2
# The original has a file capability, which a container without capabilities cannot execute. A copy has none.
RUN cp /usr/bin/caddy /usr/local/bin/caddy && mkdir -p /certificates && chown 1000:1000 /certificates
COPY Caddyfile /etc/caddy/Caddyfile
ENV XDG_DATA_HOME=/certificates XDG_CONFIG_HOME=/tmp
USER 1000:1000
CMD ["/usr/local/bin/caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
