import {
  Blocks,
  Code,
  Columns2,
  CodeXml,
  ExternalLink,
  FileText,
  FoldVertical,
  GalleryHorizontalEnd,
  ImageIcon,
  Info,
  type LucideIcon,
  MapPin,
  MessageSquareText,
  MinusIcon,
  PanelTop,
  Puzzle,
  Quote,
  RectangleEllipsis,
  Table,
  Video,
} from 'lucide-react'

/** The types of blocks other than text that this editor can name: those of importers and of Markdown. */
const icons = {
  image: ImageIcon,
  gallery: GalleryHorizontalEnd,
  file: FileText,
  video: Video,
  post: MessageSquareText,
  map: MapPin,
  embed: ExternalLink,
  code: Code,
  table: Table,
  columns: Columns2,
  cover: PanelTop,
  mediaText: PanelTop,
  details: FoldVertical,
  buttons: RectangleEllipsis,
  break: MinusIcon,
  'horizontal-rule': MinusIcon,
  section: Blocks,
  quote: Quote,
  callout: Info,
  htmlBlock: CodeXml,
  html: CodeXml,
} as const

export type Kind = keyof typeof icons

/** Whether the editor has a name (in its texts) and an icon for a type. */
export function isKind(type: string): type is Kind {
  return Object.hasOwn(icons, type)
}

/** The icon of a type; types of plugins have a common one. */
export function iconOf(type: string): LucideIcon {
  return isKind(type) ? icons[type] : Puzzle
}
