# Builds the packed `octavo` and runs it, without root, with nothing of the sources. Data is in /data.
FROM node:24-slim AS build
WORKDIR /src
COPY . .
RUN npm run packages -- /packages \
  && mkdir /app && cd /app && echo '{"private":true}' > package.json \
  && npm install --omit=dev --no-audit --no-fund /packages/octavo-[0-9]*.tgz

FROM node:24-slim
RUN install -d -o node -g node -m 0700 /data
COPY --from=build /app /app
WORKDIR /app
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4400 OCTAVO_DATA_DIR=/data
VOLUME /data
EXPOSE 4400
HEALTHCHECK --start-period=70s --interval=10s --timeout=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/_cms/health/live`).then(({ok}) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "node_modules/octavo/bin/octavo.mjs"]
CMD ["serve"]
