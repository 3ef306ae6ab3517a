import { limits } from './limits.ts'

/**
 * One name of a path, as a regular expression: not `.` or `..`, no slashes and control characters, no white space at
 * its ends, and at most `limits.folders.name` characters: the first, the last, and those between them.
 */
const name = String.raw`(?!\.{1,2}(?:/|$))[^/\s\p{Cc}](?:[^/\p{Cc}]{0,${limits.folders.name - 2}}[^/\s\p{Cc}])?`

/** A path of names joined by slashes, or empty. Names cannot be `.` or `..`, which would mean other folders. */
export const folderPattern = new RegExp(`^(?:${name}(?:/${name}){0,${limits.folders.depth - 1}})?$`, 'u')

/** Whether a folder is the same as another or below it; every folder is below the empty path. */
export function isWithin(folder: string, other: string): boolean {
  return other === '' || folder === other || folder.startsWith(`${other}/`)
}

/** The new path of a folder after it, or a folder above it, was moved. */
export function movedPath(folder: string, from: string, to: string): string {
  const rest = from === '' ? folder : folder.slice(from.length + 1)
  return [to, rest].filter((part) => part !== '').join('/')
}
