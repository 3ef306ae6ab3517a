// No storage key begins with `~`, so what these two patterns match is never part of a key.
const versioned = /^~([1-9]\d{0,8})\/(.+)$/s
/** the name of a crop, four numbers of up to five digits, and its signature, 22 characters of base64url */
const cropped = /^~crop\/([\d-]{7,23})\/([\w-]{22})\/(.+)$/s

export interface AddressedCrop {
  readonly name: string
  readonly signature: string
}

interface Addressed {
  /** the version of the file that the address was written for; 0, that of the first file, is not written */
  readonly version: number
  /** the part of a picture that the address leads to; null: the whole file */
  readonly crop: AddressedCrop | null
}

/**
 * The part of an address in the place of the key, such as `~2/~crop/0-0-5000-5000/<signature>/<key>`. A replaced file
 * gets a new address by its version, because caches still have the bytes of the former one. Each part of a picture that
 * a crop shows has an address of its own, too.
 */
export function addressPart(key: string, { version, crop }: Addressed): string {
  const part = crop === null ? key : `~crop/${crop.name}/${crop.signature}/${key}`
  return version === 0 ? part : `~${version}/${part}`
}

/** The key in an address, with what is before it. */
export function keyIn(path: string): { readonly key: string } & Addressed {
  const [, version = '0', part = path] = versioned.exec(path) ?? []
  const [, name, signature, key] = cropped.exec(part) ?? []
  const isCropped = name !== undefined && signature !== undefined && key !== undefined
  return {
    key: isCropped ? key : part,
    version: Number(version),
    crop: isCropped ? { name, signature } : null,
  }
}
