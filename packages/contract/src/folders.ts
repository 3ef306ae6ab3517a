import { limits } from './limits.ts'

const name = String.raw`(?!\.{1,2}(?:/|$))[^/\s\p{Cc}](?:[^/\p{Cc}]{0,${limits.folders.name - 2}}[^/\s\p{Cc}])?`

/** Names joined by slashes, or nothing; `.` and `..` are none, because people and programs read them as other folders. */
export const folderPattern = new RegExp(`^(?:${name}(?:/${name}){0,${limits.folders.depth - 1}})?$`, 'u')

/** Whether a folder is another one or below it; everything is below the empty path. */
export function isWithin(folder: string, other: string): boolean {
  return other === '' || folder === other || folder.startsWith(`${other}/`)
}

/** The folder that a path becomes when one of the folders above it, or itself, moves. */
export function movedPath(folder: string, from: string, to: string): string {
  const rest = from === '' ? folder : folder.slice(from.length + 1)
  return [to, rest].filter((part) => part !== '').join('/')
}
