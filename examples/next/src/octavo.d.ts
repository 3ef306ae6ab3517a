/** The content of this site. Made from its schema: change the schema, not this file. */

/** The id of an item of a collection. */
export type Reference<Collection extends string> = string & { readonly __collection?: Collection }

export interface ImageValue {
  id: string
  url?: string
  alt?: string
  caption?: string
  width?: number
  height?: number
  /** thumbhash in base64 */
  placeholder?: string
  /** from 0 to 1 */
  focalPoint?: { x: number; y: number }
  /** widths that `?w=` behind the url can ask for */
  variants?: number[]
  /** the part of the picture that the url leads to, as parts of its width and height */
  crop?: { x: number; y: number; width: number; height: number }
}

export interface FileValue {
  id: string
  url?: string
  filename?: string
  mimeType?: string
  size?: number
}

/** The properties of every item. */
export interface ContentItem {
  id: string
  type: string
  slug: string
  status: 'draft' | 'published' | 'scheduled'
  data: object
  authorId: string | null
  createdAt: string
  updatedAt: string
  publishedAt: string | null
  scheduledAt: string | null
  unpublishAt?: string
  locale: string
  translationOf: string | null
  translationGroup: string
  hasPendingDraft?: boolean
  missing?: string[]
  /** its address on the site */
  url?: string
}

/** An item as visitors see it. */
export interface LiveItem extends ContentItem {
  status: 'published'
  publishedAt: string
  scheduledAt: null
  unpublishAt?: never
  hasPendingDraft?: never
  missing?: never
}

/** An item as its editors see it, with what is not published yet. */
export interface LatestItem extends ContentItem {
  hasPendingDraft: boolean
  /** required fields that a draft lacks */
  missing?: string[]
}

/**
 * The type of an object that this file does not know: of a plugin that is disabled, of an import or of a program. It is
 * any other text; as an enumeration it leaves the known types to be told apart.
 */
export declare enum OtherType {
  other = '',
}
export type OtherBlock = { _type: OtherType; _key?: string; [key: string]: unknown }
export type OtherMark = { _type: OtherType; _key: string; [key: string]: unknown }

export type TextBlock = {
  _type: "block"
  _key?: string
  /** the id that links to this place of the page use */
  anchor?: string
  /** normal, h1 … h6, blockquote, pullquote, citation, verse, preformatted, or another */
  style?: string
  children: (PortableTextSpan | ImageBlock | OtherBlock)[]
  markDefs?: (LinkMark | OtherMark)[]
  /** bullet, number or task */
  listItem?: string
  level?: number
  /** the number that a list begins with */
  start?: number
  /** the entries of the list are paragraphs */
  spread?: boolean
  /** the list counts down */
  reversed?: boolean
  /** of an entry with a checkbox */
  checked?: boolean
  align?: string
  /** blocks within the entry of a list */
  content?: PortableTextBlock[]
}

export type PortableTextSpan = {
  _type: "span"
  _key?: string
  text: string
  /** names of decorators, and keys of markDefs */
  marks?: string[]
}

export type ImageBlock = {
  _type: "image"
  _key?: string
  /** the id that links to this place of the page use */
  anchor?: string
  /** of the media library; absent for a picture from elsewhere */
  id?: string
  url?: string
  /** the address of a picture that Markdown names */
  src?: string
  alt?: string
  title?: string
  caption?: string
  /** the caption with its links */
  captionContent?: PortableTextBlock[]
  width?: number
  height?: number
  /** thumbhash (base64) of an image, to show while it loads */
  placeholder?: string
  /** parts of the width from the left and of the height from the top */
  focalPoint?: { x: number; y: number }
  /** widths that `w` in the query of `url` can ask for; no image is enlarged */
  variants?: number[]
  /** the part that is shown, as parts of the width and height of the whole picture; in answers `url`, size, placeholder and focal point are those of the part */
  crop?: { x: number; y: number; width: number; height: number }
  align?: string
  link?: string
  linkTitle?: string
  /** the item that the link leads to */
  reference?: { collection: string; id: string }
}

export type LinkMark = {
  _type: "link"
  _key: string
  href: string
  title?: string
  /** opens in a new tab */
  blank?: boolean
  autolink?: boolean
  /** the item that the link leads to */
  reference?: { collection: string; id: string }
}

export type GalleryBlock = {
  _type: "gallery"
  _key?: string
  /** the id that links to this place of the page use */
  anchor?: string
  images: (ImageBlock | ImportedHtmlBlock)[]
  columns?: number
  caption?: string
  /** the caption with its links */
  captionContent?: PortableTextBlock[]
}

export type ImportedHtmlBlock = {
  _type: "htmlBlock"
  _key?: string
  /** the id that links to this place of the page use */
  anchor?: string
  /** of another site, with its scripts: never show it unsanitized */
  html: string
  source?: string
}

export type FileBlock = {
  _type: "file"
  _key?: string
  /** the id that links to this place of the page use */
  anchor?: string
  /** audio, video or document */
  media?: string
  id?: string
  url?: string
  filename?: string
  mimeType?: string
  size?: number
  /** the text of its download button */
  button?: string
  caption?: string
  /** the caption with its links */
  captionContent?: PortableTextBlock[]
  poster?: string
  /** its other forms */
  sources?: FileSource[]
  tracks?: FileTrack[]
}

export type FileSource = {
  _type: "file"
  _key?: string
  /** audio, video or document */
  media?: string
  id?: string
  url?: string
  filename?: string
  mimeType?: string
  size?: number
  /** the text of its download button */
  button?: string
  caption?: string
  /** the caption with its links */
  captionContent?: PortableTextBlock[]
  poster?: string
}

export type FileTrack = {
  _type: "track"
  _key?: string
  url: string
}

export type PlaylistBlock = {
  _type: "playlist"
  _key?: string
  /** the id that links to this place of the page use */
  anchor?: string
  media?: string
  files: FileBlock[]
}

export type VideoBlock = {
  _type: "video"
  _key?: string
  /** the id that links to this place of the page use */
  anchor?: string
  url: string
  title?: string
  caption?: string
  /** the caption with its links */
  captionContent?: PortableTextBlock[]
}

export type PostBlock = {
  _type: "post"
  _key?: string
  /** the id that links to this place of the page use */
  anchor?: string
  url: string
  title?: string
  caption?: string
  /** the caption with its links */
  captionContent?: PortableTextBlock[]
}

export type MapBlock = {
  _type: "map"
  _key?: string
  /** the id that links to this place of the page use */
  anchor?: string
  url: string
  title?: string
  caption?: string
  /** the caption with its links */
  captionContent?: PortableTextBlock[]
  latitude?: number
  longitude?: number
}

export type EmbedBlock = {
  _type: "embed"
  _key?: string
  /** the id that links to this place of the page use */
  anchor?: string
  url: string
  title?: string
  caption?: string
  /** the caption with its links */
  captionContent?: PortableTextBlock[]
}

export type CodeBlock = {
  _type: "code"
  _key?: string
  /** the id that links to this place of the page use */
  anchor?: string
  code: string
  language?: string
  title?: string
  filename?: string
  highlightedLines?: number[]
}

export type TableBlock = {
  _type: "table"
  _key?: string
  /** the id that links to this place of the page use */
  anchor?: string
  rows: TableRow[]
  /** of tables that were Markdown */
  headerRows?: number
  /** left, center or right for each column of a table that was Markdown */
  alignment?: (string | null)[]
  caption?: string
  /** the caption with its links */
  captionContent?: PortableTextBlock[]
}

export type TableRow = {
  _type: "row"
  _key?: string
  cells: TableCell[]
}

export type TableCell = {
  _type: "cell"
  _key?: string
  content?: PortableTextBlock[]
  /** the same in tables that were Markdown */
  value?: PortableTextBlock[]
  isHeader?: boolean
  colspan?: number
  rowspan?: number
}

export type ColumnsBlock = {
  _type: "columns"
  _key?: string
  /** the id that links to this place of the page use */
  anchor?: string
  columns: Column[]
}

export type Column = {
  _type: "column"
  _key?: string
  width?: string
  content: PortableTextBlock[]
}

export type CoverBlock = {
  _type: "cover"
  _key?: string
  /** the id that links to this place of the page use */
  anchor?: string
  background?: ImageBlock | FileBlock
  content: PortableTextBlock[]
}

export type MediaTextBlock = {
  _type: "mediaText"
  _key?: string
  /** the id that links to this place of the page use */
  anchor?: string
  media?: ImageBlock | FileBlock
  /** left or right */
  position?: string
  content: PortableTextBlock[]
}

export type DetailsBlock = {
  _type: "details"
  _key?: string
  /** the id that links to this place of the page use */
  anchor?: string
  title: string
  content: PortableTextBlock[]
}

export type ButtonsBlock = {
  _type: "buttons"
  _key?: string
  /** the id that links to this place of the page use */
  anchor?: string
  buttons: ButtonPart[]
}

export type ButtonPart = {
  _type: "button"
  _key?: string
  text: string
  url?: string
  blank?: boolean
  /** the network that the button leads to */
  service?: string
  /** the item that the link leads to */
  reference?: { collection: string; id: string }
}

export type BreakBlock = {
  _type: "break"
  _key?: string
  /** the id that links to this place of the page use */
  anchor?: string
  /** separator, more or page */
  style?: string
  text?: string
}

export type HorizontalRuleBlock = {
  _type: "horizontal-rule"
  _key?: string
  /** the id that links to this place of the page use */
  anchor?: string
}

export type SectionBlock = {
  _type: "section"
  _key?: string
  /** the id that links to this place of the page use */
  anchor?: string
  /** of a section of the site */
  slug?: string
}

export type QuoteBlock = {
  _type: "quote"
  _key?: string
  /** the id that links to this place of the page use */
  anchor?: string
  content: PortableTextBlock[]
}

export type CalloutBlock = {
  _type: "callout"
  _key?: string
  /** the id that links to this place of the page use */
  anchor?: string
  /** note, tip, important, warning or caution */
  tone?: string
  spread?: boolean
  content: PortableTextBlock[]
}

export type HtmlBlock = {
  _type: "html"
  _key?: string
  /** the id that links to this place of the page use */
  anchor?: string
  /** as its author wrote it: show it only where you trust them */
  html: string
}

/** A block of rich text. */
export type PortableTextBlock =
  | TextBlock
  | ImageBlock
  | GalleryBlock
  | FileBlock
  | PlaylistBlock
  | VideoBlock
  | PostBlock
  | MapBlock
  | EmbedBlock
  | CodeBlock
  | TableBlock
  | ColumnsBlock
  | CoverBlock
  | MediaTextBlock
  | DetailsBlock
  | ButtonsBlock
  | BreakBlock
  | HorizontalRuleBlock
  | SectionBlock
  | QuoteBlock
  | CalloutBlock
  | HtmlBlock
  | ImportedHtmlBlock
  | OtherBlock

/** Articles */
export interface Article extends LiveItem {
  type: 'articles'
  data: {
    /** Title */
    title: string
    /** Standfirst */
    standfirst?: string
    /** Text */
    body?: PortableTextBlock[]
    /** Author */
    author: Reference<"authors">
    /** Categories */
    categories?: Reference<"categories">[]
    /** Place */
    place?: Reference<"places">
    /** Picture */
    hero?: ImageValue
    /** Format */
    format?: "reportage" | "portrait" | "essay" | "guide" | "letter"
    /** Topics */
    topics?: ("food" | "mornings" | "slow work" | "trade" | "seasons" | "countryside" | "gardens" | "harbours" | "textiles" | "colour" | "metal" | "tools" | "paper" | "water" | "repair" | "weather" | "sound" | "wood" | "ceramics" | "streets" | "glass" | "neighbours")[]
    /** Issue */
    issue?: number
    /** First printed */
    first_printed?: string
    /** Minutes to read */
    reading_minutes?: number
    /** On the cover */
    featured?: boolean
    /** Short link */
    short_link?: string
    /** Read on */
    related?: Reference<"articles">[]
    /** Sources */
    sources?: unknown
  }
  url: string
}

export interface ArticleDraft extends LatestItem {
  type: 'articles'
  data: { [Field in keyof Article['data']]?: Article['data'][Field] }
}

/** Authors */
export interface Author extends LiveItem {
  type: 'authors'
  data: {
    /** Name */
    name: string
    /** E-mail */
    email?: string
    /** Position */
    position: "editor" | "staff writer" | "contributor" | "photographer" | "illustrator"
    /** Biography */
    bio?: PortableTextBlock[]
    /** Portrait */
    portrait?: ImageValue
    /** Languages */
    languages?: ("English" | "German" | "Portuguese" | "Italian" | "French" | "Polish" | "Turkish" | "Japanese" | "Korean" | "Chinese" | "Hindi" | "Arabic" | "Spanish" | "Norwegian")[]
    /** With us since */
    since?: string
    /** On the masthead */
    on_masthead?: boolean
    /** Links */
    links?: unknown
  }
  url: string
}

export interface AuthorDraft extends LatestItem {
  type: 'authors'
  data: { [Field in keyof Author['data']]?: Author['data'][Field] }
}

/** Categories */
export interface Category extends LiveItem {
  type: 'categories'
  data: {
    /** Name */
    name: string
    /** Tagline */
    tagline?: string
    /** Colour */
    color?: string
    /** Position */
    position?: number
    /** Within */
    parent?: Reference<"categories">
  }
  url: string
}

export interface CategoryDraft extends LatestItem {
  type: 'categories'
  data: { [Field in keyof Category['data']]?: Category['data'][Field] }
}

/** Events */
export interface Event extends LiveItem {
  type: 'events'
  data: {
    /** Title */
    title: string
    /** Kind */
    kind: "workshop" | "open studio" | "supper" | "walk" | "talk"
    /** Begins */
    starts_at: string
    /** Ends */
    ends_at?: string
    /** Place */
    place: Reference<"places">
    /** Venue */
    venue?: string
    /** Hosts */
    hosts?: Reference<"authors">[]
    /** Description */
    description?: PortableTextBlock[]
    /** Price (€) */
    price?: number
    /** Seats */
    seats?: number
    /** Sold out */
    sold_out?: boolean
    /** Booking code */
    booking_code?: string
    /** Programme */
    programme?: FileValue
    /** Contact */
    contact?: unknown
  }
  url?: never
}

export interface EventDraft extends LatestItem {
  type: 'events'
  data: { [Field in keyof Event['data']]?: Event['data'][Field] }
}

/** Places */
export interface Place extends LiveItem {
  type: 'places'
  data: {
    /** Name */
    name: string
    /** Local name */
    local_name?: string
    /** Country */
    country: string
    /** Summary */
    summary?: string
    /** Location */
    location?: { latitude: number; longitude: number }
    /** Elevation (m) */
    elevation?: number
    /** Known for */
    known_for?: ("harbour" | "markets" | "textiles" | "ceramics" | "paper" | "metalwork" | "bread" | "tea and coffee" | "music" | "gardens")[]
    /** Photo */
    photo?: ImageValue
  }
  url?: never
}

export interface PlaceDraft extends LatestItem {
  type: 'places'
  data: { [Field in keyof Place['data']]?: Place['data'][Field] }
}

/** Recipes */
export interface Recipe extends LiveItem {
  type: 'recipes'
  data: {
    /** Title */
    title: string
    /** Summary */
    summary?: string
    /** Ingredients */
    ingredients?: { _key?: string; amount?: string; item: string }[]
    /** Method */
    method?: PortableTextBlock[]
    /** Notes */
    notes?: ({ _type: "tip"; _key?: string; text: string } | { _type: "swap"; _key?: string; instead_of: string; take: string })[]
    /** Course */
    course: "soup" | "starter" | "main" | "side" | "sweet" | "store cupboard"
    /** Difficulty */
    difficulty?: "easy" | "some practice" | "a project"
    /** Suits */
    diets?: ("vegan" | "vegetarian" | "gluten-free" | "dairy-free" | "with fish" | "with meat")[]
    /** Seasons */
    seasons?: ("spring" | "summer" | "autumn" | "winter")[]
    /** Serves */
    serves?: number
    /** Minutes of work */
    minutes_active?: number
    /** Minutes in all */
    minutes_total?: number
    /** Rating by readers */
    rating?: number
    /** Card number */
    card_number?: string
    /** Card to print */
    card?: FileValue
    /** Photo */
    photo?: ImageValue
    /** Author */
    author?: Reference<"authors">
    /** Goes with */
    pairs_with?: Reference<"recipes">[]
  }
  url?: never
}

export interface RecipeDraft extends LatestItem {
  type: 'recipes'
  data: { [Field in keyof Recipe['data']]?: Recipe['data'][Field] }
}

/** What `createClient<Site>` needs to know. */
export interface Site {
  collections: {
    articles: {
      item: Article
      draft: ArticleDraft
      fields: {
        title: 'text'
        standfirst: 'text'
        body: 'none'
        author: { to: "authors" }
        categories: { toMany: "categories" }
        place: { to: "places" }
        hero: 'media'
        format: 'choice'
        topics: 'choices'
        issue: 'number'
        first_printed: 'time'
        reading_minutes: 'number'
        featured: 'boolean'
        short_link: 'text'
        related: { toMany: "articles" }
        sources: 'none'
      }
      taxonomies: 'regions' | 'tags'
    }
    authors: {
      item: Author
      draft: AuthorDraft
      fields: {
        name: 'text'
        email: 'text'
        position: 'choice'
        bio: 'none'
        portrait: 'media'
        languages: 'choices'
        since: 'time'
        on_masthead: 'boolean'
        links: 'none'
      }
      taxonomies: never
    }
    categories: {
      item: Category
      draft: CategoryDraft
      fields: {
        name: 'text'
        tagline: 'text'
        color: 'text'
        position: 'number'
        parent: { to: "categories" }
      }
      taxonomies: never
    }
    events: {
      item: Event
      draft: EventDraft
      fields: {
        title: 'text'
        kind: 'choice'
        starts_at: 'time'
        ends_at: 'time'
        place: { to: "places" }
        venue: 'text'
        hosts: { toMany: "authors" }
        description: 'none'
        price: 'number'
        seats: 'number'
        sold_out: 'boolean'
        booking_code: 'text'
        programme: 'media'
        contact: 'none'
      }
      taxonomies: 'regions' | 'tags'
    }
    places: {
      item: Place
      draft: PlaceDraft
      fields: {
        name: 'text'
        local_name: 'text'
        country: 'text'
        summary: 'text'
        location: 'none'
        elevation: 'number'
        known_for: 'choices'
        photo: 'media'
      }
      taxonomies: 'regions'
    }
    recipes: {
      item: Recipe
      draft: RecipeDraft
      fields: {
        title: 'text'
        summary: 'text'
        ingredients: 'none'
        method: 'none'
        notes: 'none'
        course: 'choice'
        difficulty: 'choice'
        diets: 'choices'
        seasons: 'choices'
        serves: 'number'
        minutes_active: 'number'
        minutes_total: 'number'
        rating: 'number'
        card_number: 'text'
        card: 'media'
        photo: 'media'
        author: { to: "authors" }
        pairs_with: { toMany: "recipes" }
      }
      taxonomies: 'tags'
    }
  }
}

export interface Collections {
  articles: Article
  authors: Author
  categories: Category
  events: Event
  places: Place
  recipes: Recipe
}
