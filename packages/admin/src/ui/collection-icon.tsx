import {
  BookOpen,
  CalendarDays,
  ChefHat,
  CircleHelp,
  File,
  FileText,
  Folder,
  Image,
  type LucideIcon,
  MapPin,
  MessageSquare,
  Newspaper,
  Package,
  Quote,
  ShoppingCart,
  Star,
  Tag,
  User,
  Video,
} from 'lucide-react'

/** The icons that collections can have, by name. Any other name is shown as `FileText`. */
export const collectionIcons: Readonly<Record<string, LucideIcon>> = {
  file: File,
  'file-text': FileText,
  newspaper: Newspaper,
  'book-open': BookOpen,
  calendar: CalendarDays,
  'chef-hat': ChefHat,
  folder: Folder,
  help: CircleHelp,
  image: Image,
  'map-pin': MapPin,
  message: MessageSquare,
  package: Package,
  quote: Quote,
  cart: ShoppingCart,
  star: Star,
  tag: Tag,
  user: User,
  video: Video,
}

export function CollectionIcon({
  name,
  size = 18,
}: {
  readonly name: string | undefined
  readonly size?: number
}) {
  const Icon = (name !== undefined && collectionIcons[name]) || FileText
  return <Icon size={size} strokeWidth={1.8} aria-hidden />
}
