import {
  File,
  FileArchive,
  FileCode,
  FileSpreadsheet,
  FileText,
  FileVideo,
  Image,
  type LucideIcon,
  Music,
} from 'lucide-react'

/** Icons by patterns of the MIME type. The first match is used: SVG is an image, and HTML is code, not text. */
const icons: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^image\//, Image],
  [/^video\//, FileVideo],
  [/^audio\//, Music],
  [/zip|tar|compressed|archive/, FileArchive],
  [/spreadsheet|excel|csv/, FileSpreadsheet],
  [/html|xml|json|javascript|css/, FileCode],
  [/^text\/|pdf|document|msword|rtf|presentation/, FileText],
]

/** An icon for a file type. */
export function MediaIcon({ mimeType, size }: { readonly mimeType: string; readonly size: number }) {
  const Icon = icons.find(([pattern]) => pattern.test(mimeType))?.[1] ?? File
  return <Icon size={size} strokeWidth={1.5} aria-hidden />
}
