# Platen's service. No browser, no other server: without DATABASE_URL it runs the Postgres among its packages.
#   docker build -t platen .
#   docker run -p 8080:8080 -v platen:/data platen

FROM node:20-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
COPY native ./native
COPY workers ./workers
COPY scripts ./scripts
COPY docs ./docs
RUN npm run build

FROM rust:1-slim-bookworm AS core
WORKDIR /app/native/core
COPY native/core ./
RUN cargo build --release --locked

FROM node:20-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:20-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 PLATEN_DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
RUN ln -s /app/dist/src/cli.js /usr/local/bin/platen && install -d -o node -g node /data
COPY --from=packages /app/node_modules ./node_modules
COPY package.json LICENSE THIRD-PARTY.md ./
COPY --from=build /app/dist ./dist
COPY --from=core /app/native/core/target/release/libplaten_core.so /tmp/
COPY native/core/platen-core.wasm native/core/
RUN install -D /tmp/libplaten_core.so "native/core/platen-core.linux-$(node -p process.arch).node" && rm /tmp/libplaten_core.so
RUN chmod +x dist/src/cli.js
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --start-period=60s --interval=10s --timeout=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["platen", "serve"]
