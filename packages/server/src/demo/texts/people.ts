/** Who writes the magazine. */
export interface Person {
  readonly name: string
  readonly email: string
  readonly position: string
  readonly languages: readonly string[]
  /** year and month of the first issue with a text by them */
  readonly since: string
  readonly bio: readonly string[]
}

export const positions = ['editor', 'staff writer', 'contributor', 'photographer', 'illustrator']
export const languages = [
  'English',
  'German',
  'Portuguese',
  'Italian',
  'French',
  'Polish',
  'Turkish',
  'Japanese',
  'Korean',
  'Chinese',
  'Hindi',
  'Arabic',
  'Spanish',
  'Norwegian',
]

export const people: readonly Person[] = [
  {
    name: 'Margit Hollós',
    email: 'margit@kiln-and-quay.example',
    position: 'editor',
    languages: ['English', 'German', 'French'],
    since: '2019-03',
    bio: [
      'Margit founded the magazine at a kitchen table, which still stands in the middle of the office.',
      'She edits with a pencil, returns manuscripts with soup stains, and has never missed a deadline that she had not set herself.',
    ],
  },
  {
    name: 'Tadeusz Bielak',
    email: 'tadeusz@kiln-and-quay.example',
    position: 'editor',
    languages: ['English', 'Polish', 'German'],
    since: '2019-03',
    bio: [
      'Tadeusz looks after the pages on work and water.',
      'He grew up above a chandlery, and can tell ropes apart in the dark.',
    ],
  },
  {
    name: '小林 美咲',
    email: 'misaki@kiln-and-quay.example',
    position: 'staff writer',
    languages: ['Japanese', 'English'],
    since: '2020-09',
    bio: [
      'Misaki Kobayashi writes about dyes, paper, and the people who are patient enough for both.',
      'She takes notes by hand, in three colours, and nobody knows the system.',
    ],
  },
  {
    name: 'Lourdes Etxeberria',
    email: 'lourdes@kiln-and-quay.example',
    position: 'staff writer',
    languages: ['Spanish', 'French', 'English'],
    since: '2019-11',
    bio: [
      'Lourdes was a ship’s cook for nine years, and has been writing about food on dry land ever since.',
      'Her recipes are tested on four neighbours and a very honest aunt.',
    ],
  },
  {
    name: 'Kwabena Mensah-Bright',
    email: 'kwabena@kiln-and-quay.example',
    position: 'staff writer',
    languages: ['English', 'French'],
    since: '2021-02',
    bio: [
      'Kwabena reports from workshops and is not allowed to leave without having tried the tool.',
      'So far he owns one spoon, two crooked bowls and a bell of eleven centimetres.',
    ],
  },
  {
    name: 'Şebnem Aras',
    email: 'sebnem@kiln-and-quay.example',
    position: 'contributor',
    languages: ['Turkish', 'English', 'German'],
    since: '2021-05',
    bio: [
      'Şebnem writes about markets, ferries, and everything that is sold on ferries.',
      'She lives on the side of the water from which the sunset is better.',
    ],
  },
  {
    name: 'Ingeborg Aas',
    email: 'ingeborg@kiln-and-quay.example',
    position: 'photographer',
    languages: ['Norwegian', 'English'],
    since: '2019-06',
    bio: ['Ingeborg photographs hands, mostly, and rain.', 'She works with one lens, and waits.'],
  },
  {
    name: 'Rui Falcão',
    email: 'rui@kiln-and-quay.example',
    position: 'contributor',
    languages: ['Portuguese', 'Spanish', 'English'],
    since: '2020-01',
    bio: [
      'Rui counts tiles for a living and writes about it at night.',
      'His walks through the city end, by their own logic, at a table.',
    ],
  },
  {
    name: 'Anneliese Kropp',
    email: 'anneliese@kiln-and-quay.example',
    position: 'staff writer',
    languages: ['German', 'English', 'Italian'],
    since: '2022-04',
    bio: [
      'Anneliese repairs what she writes about, or the other way round.',
      'She runs our column on broken things, and holds the record for zips.',
    ],
  },
  {
    name: 'Farid el-Mansouri',
    email: 'farid@kiln-and-quay.example',
    position: 'contributor',
    languages: ['Arabic', 'French', 'English'],
    since: '2020-10',
    bio: [
      'Farid writes from the south side of the sea about clay, wool and bread.',
      'He once waited six days for a kiln to cool, and says it was the best week of the year.',
    ],
  },
  {
    name: '이수진',
    email: 'sujin@kiln-and-quay.example',
    position: 'contributor',
    languages: ['Korean', 'English'],
    since: '2022-01',
    bio: [
      'Lee Su-jin writes about fermentation and its philosophy.',
      'Her balcony holds nine jars, and her neighbours hold their opinions.',
    ],
  },
  {
    name: 'Meenakshi Rao',
    email: 'meenakshi@kiln-and-quay.example',
    position: 'staff writer',
    languages: ['Hindi', 'English'],
    since: '2021-08',
    bio: [
      'Meenakshi trained as a textile engineer, and still looks at the wrong side of the cloth first.',
      'She explains difficult things so that one believes to have known them all along.',
    ],
  },
  {
    name: 'Beatriz Huamán',
    email: 'beatriz@kiln-and-quay.example',
    position: 'illustrator',
    languages: ['Spanish', 'English'],
    since: '2020-03',
    bio: [
      'Beatriz draws the maps, the tools, and the fish.',
      'If a diagram in these pages made you smile, it was hers.',
    ],
  },
  {
    name: 'Jean-Luc Oiseau',
    email: 'jean-luc@kiln-and-quay.example',
    position: 'contributor',
    languages: ['French', 'English'],
    since: '2021-11',
    bio: [
      'Jean-Luc is a retired ferry pilot with a fountain pen.',
      'He writes one text a year, and we print every word.',
    ],
  },
  {
    name: 'Wren O’Dowd',
    email: 'wren@kiln-and-quay.example',
    position: 'contributor',
    languages: ['English'],
    since: '2023-02',
    bio: [
      'Wren keeps bees on three roofs and a diary about them.',
      'Small pieces, usually about something that was nearly overlooked.',
    ],
  },
  {
    name: '陳怡君',
    email: 'yi-chun@kiln-and-quay.example',
    position: 'staff writer',
    languages: ['Chinese', 'Japanese', 'English'],
    since: '2022-09',
    bio: [
      'Chen Yi-chun writes about breakfast, temples, and where the two overlap.',
      'She believes that a town is best understood before nine in the morning.',
    ],
  },
]

/** A shelf of the magazine, and the shelf it stands on. */
export interface Category {
  readonly key: string
  readonly parent: string | null
  readonly name: string
  readonly color: string
  readonly tagline: string
  readonly german: { readonly name: string; readonly tagline: string }
}

export const categories: readonly Category[] = [
  {
    key: 'table',
    parent: null,
    name: 'The Table',
    color: '#b4532a',
    tagline: 'What we eat, and who made it possible',
    german: { name: 'Der Tisch', tagline: 'Was wir essen, und wer es möglich macht' },
  },
  {
    key: 'hands',
    parent: null,
    name: 'The Hands',
    color: '#2f5d62',
    tagline: 'Work that leaves something on the bench',
    german: { name: 'Die Hände', tagline: 'Arbeit, von der am Abend etwas daliegt' },
  },
  {
    key: 'town',
    parent: null,
    name: 'The Town',
    color: '#3d3a5c',
    tagline: 'Streets, water, light, neighbours',
    german: { name: 'Die Stadt', tagline: 'Straßen, Wasser, Licht, Nachbarn' },
  },
  {
    key: 'kitchen',
    parent: 'table',
    name: 'Kitchen',
    color: '#d98c4a',
    tagline: 'Fire, salt, time',
    german: { name: 'Küche', tagline: 'Feuer, Salz, Zeit' },
  },
  {
    key: 'drinks',
    parent: 'table',
    name: 'Coffee & Tea',
    color: '#8a5a3b',
    tagline: 'Small cups, long conversations',
    german: { name: 'Kaffee & Tee', tagline: 'Kleine Tassen, lange Gespräche' },
  },
  {
    key: 'market',
    parent: 'table',
    name: 'Market',
    color: '#c9a227',
    tagline: 'Prices in chalk',
    german: { name: 'Markt', tagline: 'Preise in Kreide' },
  },
  {
    key: 'cloth',
    parent: 'hands',
    name: 'Cloth & Leather',
    color: '#27496d',
    tagline: 'Woven, dyed, worn, mended',
    german: { name: 'Tuch & Leder', tagline: 'Gewebt, gefärbt, getragen, geflickt' },
  },
  {
    key: 'metal',
    parent: 'hands',
    name: 'Metal',
    color: '#5b6467',
    tagline: 'Hot first, and then for ever',
    german: { name: 'Metall', tagline: 'Erst heiß, dann für immer' },
  },
  {
    key: 'clay',
    parent: 'hands',
    name: 'Clay & Glass',
    color: '#a65e4e',
    tagline: 'Earth that has met a fire',
    german: { name: 'Ton & Glas', tagline: 'Erde, die ein Feuer getroffen hat' },
  },
  {
    key: 'print',
    parent: 'hands',
    name: 'Paper & Print',
    color: '#6d6875',
    tagline: 'Made to be read, or only held',
    german: { name: 'Papier & Druck', tagline: 'Zum Lesen, oder nur zum Halten' },
  },
  {
    key: 'workshop',
    parent: 'hands',
    name: 'Wood',
    color: '#7f5539',
    tagline: 'With the grain, if possible',
    german: { name: 'Holz', tagline: 'Mit der Faser, wenn es geht' },
  },
  {
    key: 'water',
    parent: 'town',
    name: 'Water',
    color: '#1d7874',
    tagline: 'Harbours, ferries, bridges not taken',
    german: { name: 'Wasser', tagline: 'Häfen, Fähren, nicht genommene Brücken' },
  },
  {
    key: 'streets',
    parent: 'town',
    name: 'Streets & Light',
    color: '#e0a458',
    tagline: 'What one walks past',
    german: { name: 'Straßen & Licht', tagline: 'Woran man vorbeigeht' },
  },
  {
    key: 'repair',
    parent: 'town',
    name: 'Repair',
    color: '#588157',
    tagline: 'The second life of things',
    german: { name: 'Reparatur', tagline: 'Das zweite Leben der Dinge' },
  },
]
