# Runs Portolan's TypeScript as it is: there is no build step. The same Node as the lock's own (test/tools/package.json).
# The digest is that of the tag for all architectures. docs/deployment.md (Docker) says how to update it with a new version of Node.
ARG NODE_IMAGE=node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
FROM ${NODE_IMAGE}

ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Portolan" \
  org.opencontainers.image.description="A Slack bot that shows, changes and charts applications on a Rainbond-style platform" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"

WORKDIR /app
ENV NODE_ENV=production PORTOLAN_DATA=/data
# glibc's malloc keeps 100 to 150 MiB for good of what ten minutes of load used, in pages of which a part is still in use.
# jemalloc returns them (docs/deployment.md, Docker).
RUN apt-get update \
  && apt-get install -y --no-install-recommends libjemalloc2 \
  && rm -rf /var/lib/apt/lists/*

# The packages bring fonts in more weights than pictures have (src/charts/text/fonts.ts): gone in the same layer.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts \
  && find node_modules/@expo-google-fonts -type f -name '*.ttf*' ! -name '*_400Regular.ttf' ! -name '*_600SemiBold.ttf' -delete \
  && npm sbom --omit=dev --sbom-format=cyclonedx > sbom.cdx.json \
  && npm cache clean --force \
  && mkdir /data && chown node:node /data

COPY src ./src
# Compiled once, here: where the bot runs, its file system may be read-only. What is kept belongs to a user and to options of Node.
# Beside what every start loads: what is loaded on demand.
RUN mkdir -p node_modules/.cache/portolan && chown node node_modules/.cache/portolan \
  && su node -c "NODE_COMPILE_CACHE=/app/node_modules/.cache/portolan node --max-semi-space-size=4 --expose-gc -e \"Promise.all([import('./src/app.ts'), import('./src/config.ts'), import('./src/checks/doctor.ts'), import('./src/store/engines/postgres.ts'), import('./src/mcp/mcp-door.ts'), import('./src/mcp/mcp-server.ts'), import('./src/evidence/export-evidence.ts')]).then(() => process.exit())\"" \
  && chown -R root:root node_modules/.cache && chmod -R a+rX node_modules/.cache
ENV LD_PRELOAD=libjemalloc.so.2 MALLOC_CONF=narenas:2,background_thread:true,dirty_decay_ms:1000,muzzy_decay_ms:0

# Nothing can be installed in the image. The list of Debian's packages stays, for scanners; npm's is /app/sbom.cdx.json.
RUN ln -s /app/src/start.mjs /usr/local/bin/portolan \
  && rm -rf /usr/local/lib/node_modules /opt/yarn* /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* \
  /usr/bin/apt* /usr/bin/dpkg* /usr/lib/apt /etc/apt /var/lib/apt /var/cache/apt /root/.npm

USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1, so that it gets the SIGTERM and can finish what runs. The options are those of `npm start`: without
# the first, what loading leaves behind keeps 50 MB for as long as the bot runs; without the second, load leaves up to 100 MB.
CMD ["node", "--max-semi-space-size=4", "--expose-gc", "src/start.mjs", "start"]
