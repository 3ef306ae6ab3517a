/**
 * `uncounted_files` has images that are older than the table `image_variants`: their variants may be in the store
 * without a row in it. A job counts them.
 */
export const variantsToCount = [
  `CREATE TABLE uncounted_files (storage_key TEXT PRIMARY KEY)`,
  `INSERT INTO uncounted_files (storage_key)
    SELECT DISTINCT file_key FROM media WHERE mime_type LIKE 'image/%' AND status = 'ready'`,
]
