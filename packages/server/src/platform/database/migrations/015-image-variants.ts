/**
 * `image_variants` are the variants that are in the store, so that the oldest can be removed; `variant_bytes` counts
 * the bytes of all of them. `secrets` are keys that all processes share.
 */
export const imageVariants = [
  `CREATE TABLE image_variants (
    file_key TEXT NOT NULL,
    name TEXT NOT NULL,
    size BIGINT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (file_key, name)
  )`,
  `CREATE INDEX image_variants_by_time ON image_variants (created_at, file_key, name)`,
  `INSERT INTO counters (name, value) VALUES ('variant_bytes', 0)`,
  `CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL)`,
]
