import type { Scene } from '../drawing/scene.ts'

/** A picture of the magazine, as its picture desk would file it. */
export interface PictureText {
  readonly key: string
  readonly scene: Scene
  readonly filename: string
  readonly alt: string
  readonly caption?: string
}

/** Views of towns: each belongs to the places that it could show. */
export const views: readonly (PictureText & { readonly places: readonly string[] })[] = [
  {
    key: 'ferry-hour',
    scene: 'harbour',
    filename: 'harbour-at-the-ferry-hour.jpg',
    alt: 'A wide harbour in low sun, sails on the way out',
    caption: 'Ten minutes before the first ferry.',
    places: ['lisbon', 'istanbul'],
  },
  {
    key: 'north-quay',
    scene: 'harbour',
    filename: 'north-quay-before-rain.jpg',
    alt: 'Still water below the sun, boats at anchor',
    places: ['gdansk', 'bergen'],
  },
  {
    key: 'gulf-evening',
    scene: 'harbour',
    filename: 'gulf-in-the-evening.jpg',
    alt: 'The evening sun above a calm gulf, sails in the distance',
    caption: 'The wind had gone home before us.',
    places: ['trieste', 'thessaloniki'],
  },
  {
    key: 'fish-market-morning',
    scene: 'harbour',
    filename: 'boats-before-the-fish-market.jpg',
    alt: 'Small boats on bright water in the early morning',
    places: ['marseille', 'busan'],
  },
  {
    key: 'monsoon-light',
    scene: 'harbour',
    filename: 'monsoon-light-over-the-bay.jpg',
    alt: 'A bay in the haze, the sun behind it',
    places: ['kochi', 'penang'],
  },
  {
    key: 'stairs-and-sea',
    scene: 'town',
    filename: 'houses-above-the-sea.jpg',
    alt: 'Painted houses side by side in the sun',
    caption: 'Each owner chose a colour that the neighbour did not have.',
    places: ['valparaiso', 'essaouira'],
  },
  {
    key: 'guild-houses',
    scene: 'town',
    filename: 'guild-houses-in-the-rain.jpg',
    alt: 'A row of narrow houses with lit windows',
    places: ['ghent', 'tartu'],
  },
  {
    key: 'lanes-of-the-old-town',
    scene: 'town',
    filename: 'lanes-of-the-old-town.jpg',
    alt: 'Walls and roofs of an old town, warm from the day',
    places: ['palermo', 'fez'],
  },
  {
    key: 'market-roofs',
    scene: 'town',
    filename: 'roofs-around-the-market.jpg',
    alt: 'Houses around a market in the first light',
    places: ['tainan', 'leipzig'],
  },
  {
    key: 'river-hills',
    scene: 'hills',
    filename: 'hills-along-the-river.jpg',
    alt: 'Soft hills one behind the other under a large sun',
    places: ['tbilisi', 'ljubljana'],
  },
  {
    key: 'cedar-hills',
    scene: 'hills',
    filename: 'cedar-hills-after-snow.jpg',
    alt: 'Soft hills in winter light',
    caption: 'The last snow, on the first of April.',
    places: ['kyoto', 'kanazawa'],
  },
  {
    key: 'dry-valley',
    scene: 'hills',
    filename: 'valley-in-the-dry-season.jpg',
    alt: 'A wide valley, the sun above its slopes',
    places: ['oaxaca', 'jaipur'],
  },
]

/** One for each shelf of the magazine that has articles; its key is that of the category. */
export const shelfPictures: readonly PictureText[] = [
  {
    key: 'kitchen',
    scene: 'table',
    filename: 'three-bowls-and-a-lemon.jpg',
    alt: 'Bowls and fruit on a kitchen table',
  },
  {
    key: 'drinks',
    scene: 'table',
    filename: 'cups-left-standing.jpg',
    alt: 'Cups on a table in the afternoon',
  },
  {
    key: 'market',
    scene: 'table',
    filename: 'what-was-left-at-noon.jpg',
    alt: 'The last fruit of a market stall, in bowls',
  },
  {
    key: 'cloth',
    scene: 'cloth',
    filename: 'lengths-of-cloth-drying.jpg',
    alt: 'Lengths of dyed cloth hung side by side',
    caption: 'From the first bath to the ninth.',
  },
  {
    key: 'metal',
    scene: 'rings',
    filename: 'rings-of-the-bell-founder.jpg',
    alt: 'Circles of metal, one within the other',
  },
  {
    key: 'clay',
    scene: 'tiles',
    filename: 'tiles-from-one-kiln.jpg',
    alt: 'A wall of tiles, no two of them alike',
    caption: 'One kiln, one day, one recipe for the glaze.',
  },
  {
    key: 'print',
    scene: 'cloth',
    filename: 'sheets-on-the-line.jpg',
    alt: 'Sheets of paper drying in a row',
  },
  {
    key: 'workshop',
    scene: 'rings',
    filename: 'growth-rings.jpg',
    alt: 'The rings of a sawn trunk',
  },
  {
    key: 'water',
    scene: 'harbour',
    filename: 'between-two-quays.jpg',
    alt: 'A strip of water between two quays, with sails',
  },
  {
    key: 'streets',
    scene: 'town',
    filename: 'the-street-at-lamp-time.jpg',
    alt: 'A street of narrow houses as the lamps come on',
  },
  {
    key: 'repair',
    scene: 'tiles',
    filename: 'a-drawer-of-spare-parts.jpg',
    alt: 'Small parts in the compartments of a drawer',
  },
]

/** One for each course; its key is the course. */
export const coursePictures: readonly PictureText[] = [
  { key: 'soup', scene: 'table', filename: 'soup-for-four.jpg', alt: 'Soup in deep bowls' },
  { key: 'starter', scene: 'table', filename: 'small-plates-first.jpg', alt: 'Small plates before a meal' },
  { key: 'main', scene: 'table', filename: 'the-pot-on-the-table.jpg', alt: 'A table laid for supper' },
  { key: 'side', scene: 'table', filename: 'beside-the-main-thing.jpg', alt: 'Bowls with side dishes' },
  {
    key: 'sweet',
    scene: 'table',
    filename: 'something-sweet-at-four.jpg',
    alt: 'Fruit and cake at four o’clock',
  },
  {
    key: 'store cupboard',
    scene: 'table',
    filename: 'jars-from-september.jpg',
    alt: 'Jars and fruit on a shelf',
  },
]
