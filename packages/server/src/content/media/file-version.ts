/** No storage key begins like this, so a version is never part of a key. */
const versioned = /^~([1-9]\d{0,8})\/(.+)$/s

/** What an address has in the place of the key: a file that was replaced gets a new address, which caches do not have yet. */
export function versionedKey(key: string, version: number): string {
  return version === 0 ? key : `~${version}/${key}`
}

/** The key in an address, and the version of the file that it was written for. */
export function keyIn(path: string): { readonly key: string; readonly version: number } {
  const [, version, key] = versioned.exec(path) ?? []
  return key === undefined ? { key: path, version: 0 } : { key, version: Number(version) }
}
