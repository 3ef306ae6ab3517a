import type { Dish } from './dish.ts'

const plant = ['vegan', 'vegetarian', 'gluten-free', 'dairy-free']
const always = ['spring', 'summer', 'autumn', 'winter']

/** What cooks in one pot. */
export const dishesOfThePot: readonly Dish[] = [
  {
    key: 'soup',
    course: 'soup',
    difficulty: 'easy',
    serves: 4,
    activeMinutes: 20,
    totalMinutes: 50,
    summaries: [
      'A soup that asks for nothing but a sharp knife and half an hour of mild neglect.',
      'Half of it is blended and half is not, so that there is something smooth and something to find.',
    ],
    steps: [
      'Soften the onion in the oil over a low heat, with a pinch of salt, until it is sweet: ten minutes, and **no colour**.',
      'Add the {spice} and stir until one can smell it in the next room.',
      'Add the {main}, cut into pieces the size of a walnut, and pour on the stock. It should cover everything by a finger.',
      'Simmer with the lid ajar for twenty-five minutes, until a spoon meets no resistance.',
      'Blend half of it and stir it back.',
      'Season, and serve with {finish}.',
    ],
    tip: 'It is better tomorrow, and best on the day after.',
    pantry: [['1', 'large onion, chopped'], ['3 tbsp', 'olive oil'], ['1 l', 'vegetable stock']],
    german: {
      summary: 'Eine Suppe, die nichts verlangt als ein scharfes Messer und eine halbe Stunde milder Vernachlässigung.',
      steps: [
        'Die Zwiebel mit einer Prise Salz bei kleiner Hitze im Öl weich werden lassen: zehn Minuten, **ohne Farbe**.',
        '{spice} zugeben und rühren, bis man es im Nebenzimmer riecht.',
        '{main} in walnussgroße Stücke schneiden, zugeben und mit der Brühe bedecken.',
        'Halb zugedeckt fünfundzwanzig Minuten leise kochen, bis der Löffel keinen Widerstand mehr spürt.',
        'Die Hälfte pürieren und wieder unterrühren.',
        'Abschmecken und mit {finish} servieren.',
      ],
      tip: 'Morgen schmeckt sie besser, übermorgen am besten.',
    },
    variants: [
      {
        title: 'Pumpkin soup for a wet Tuesday', main: 'pumpkin', amount: '800 g', spice: 'ground coriander', finish: 'toasted pumpkin seeds and a thread of oil', diets: plant, seasons: ['autumn', 'winter'],
        german: { title: 'Kürbissuppe für einen nassen Dienstag', main: 'Kürbis', spice: 'Gemahlenen Koriander', finish: 'gerösteten Kürbiskernen und einem Faden Öl' },
      },
      { title: 'Fennel soup with orange', main: 'fennel', amount: '3 bulbs', spice: 'orange zest', finish: 'the green fronds and black pepper', diets: plant, seasons: ['winter', 'spring'] },
      {
        title: 'Beetroot soup, cold or hot', main: 'beetroot', amount: '700 g', spice: 'crushed caraway', finish: 'soured cream and dill', diets: ['vegetarian', 'gluten-free'], seasons: always,
        german: { title: 'Rote-Bete-Suppe, kalt oder heiß', main: 'Rote Bete', spice: 'Zerstoßenen Kümmel', finish: 'saurer Sahne und Dill' },
      },
      { title: 'Cauliflower soup, browned first', main: 'cauliflower', amount: '1 head', spice: 'smoked paprika', finish: 'fried capers', diets: plant, seasons: ['autumn', 'winter'] },
      { title: 'Carrot and ginger soup 🥕', main: 'carrots', amount: '750 g', spice: 'grated ginger', finish: 'lime and coriander leaves', diets: plant, seasons: ['spring', 'autumn'] },
      { title: 'Celeriac soup with brown butter', main: 'celeriac', amount: '1 root', spice: 'bay', finish: 'brown butter and hazelnuts', diets: ['vegetarian', 'gluten-free'], seasons: ['winter'] },
      { title: 'Sweet potato soup from the roastery canteen', main: 'sweet potatoes', amount: '800 g', spice: 'roasted cumin', finish: 'coconut cream and chilli', diets: plant, seasons: always },
    ],
  },
  {
    key: 'braise',
    course: 'main',
    difficulty: 'some practice',
    serves: 6,
    activeMinutes: 35,
    totalMinutes: 180,
    summaries: [
      'The oven works, and you read. Nothing on this table rewards patience more generously.',
      'A heavy pot, a low oven, and a dish that waits for late guests without complaint.',
    ],
    steps: [
      'Salt the {main} an hour ahead, and dry it well before it meets the pan.',
      'Brown it in a heavy pot, in batches and without hurry. What sticks to the bottom is the *sauce*.',
      'Take it out, soften the vegetables in the same fat, and add the {spice} for the last minute.',
      'Pour in the wine, scrape, and let it boil down by half. Put everything back, and add water until it is half covered.',
      'Braise in the oven at 150 °C, under a lid, until it yields to a spoon. Turn it once.',
      'Let it rest for twenty minutes, and finish with {finish}.',
    ],
    tip: 'Skim the fat when it is cold, and fry tomorrow’s potatoes in it.',
    pantry: [['2', 'carrots'], ['2 sticks', 'celery'], ['1', 'onion'], ['300 ml', 'dry wine']],
    german: {
      summary: 'Der Ofen arbeitet, und Sie lesen. Nichts auf diesem Tisch belohnt Geduld so großzügig.',
      steps: [
        '{main} eine Stunde vorher salzen und gut trocken tupfen.',
        'In einem schweren Topf portionsweise und ohne Eile anbraten. Was am Boden haftet, ist die *Soße*.',
        'Herausnehmen, das Gemüse im selben Fett weich werden lassen, zuletzt {spice} zugeben.',
        'Mit Wein ablöschen, auf die Hälfte einkochen, alles zurück in den Topf geben und zur Hälfte mit Wasser bedecken.',
        'Zugedeckt bei 150 °C schmoren, bis ein Löffel genügt. Einmal wenden.',
        'Zwanzig Minuten ruhen lassen und mit {finish} vollenden.',
      ],
      tip: 'Das kalte Fett abheben und morgen Kartoffeln darin braten.',
    },
    variants: [
      {
        title: 'Lamb shoulder for late guests', main: 'lamb shoulder', amount: '1.8 kg', spice: 'rosemary and anchovy', finish: 'lemon zest and parsley', diets: ['gluten-free', 'dairy-free', 'with meat'], seasons: ['spring', 'winter'],
        german: { title: 'Lammschulter für späte Gäste', main: 'Lammschulter', spice: 'Rosmarin und Sardelle', finish: 'Zitronenschale und Petersilie' },
      },
      { title: 'Beef shin, as the ferry pilots eat it', main: 'beef shin', amount: '1.5 kg', spice: 'allspice and bay', finish: 'a spoonful of mustard', diets: ['gluten-free', 'dairy-free', 'with meat'], seasons: ['autumn', 'winter'] },
      { title: 'Chicken with forty cloves', main: 'chicken legs', amount: '6', spice: 'forty cloves of garlic', finish: 'tarragon', diets: ['gluten-free', 'dairy-free', 'with meat'], seasons: always },
      { title: 'Aubergines that give up gracefully', main: 'aubergines', amount: '4', spice: 'cinnamon and tomato paste', finish: 'yoghurt and mint', diets: ['vegetarian', 'gluten-free'], seasons: ['summer', 'autumn'] },
      {
        title: 'A whole cabbage, braised like a roast', main: 'pointed cabbage', amount: '1 large', spice: 'miso and caraway', finish: 'crisp breadcrumbs', diets: ['vegan', 'vegetarian', 'dairy-free'], seasons: ['winter'],
        german: { title: 'Ein ganzer Kohl, geschmort wie ein Braten', main: 'Spitzkohl', spice: 'Miso und Kümmel', finish: 'knusprigen Bröseln' },
      },
      { title: 'Pork neck with sour cherries', main: 'pork neck', amount: '1.6 kg', spice: 'sour cherries and marjoram', finish: 'grated horseradish', diets: ['gluten-free', 'dairy-free', 'with meat'], seasons: ['autumn'] },
      { title: 'Rabo de toro, in a slow Sunday oven', main: 'oxtail', amount: '2 kg', spice: 'cloves and sweet paprika', finish: 'its own jelly, melted again', diets: ['gluten-free', 'dairy-free', 'with meat'], seasons: ['winter'] },
    ],
  },
  {
    key: 'rice',
    course: 'main',
    difficulty: 'some practice',
    serves: 4,
    activeMinutes: 25,
    totalMinutes: 60,
    summaries: [
      'One pot, one lid, one tea towel: the crust at the bottom is reserved for whoever cooked.',
      'Rice remembers everything that was in the pot before it. Use that.',
    ],
    steps: [
      'Rinse the rice until the water runs clear, and soak it while you do the rest.',
      'Fry the onions slowly until they are the colour of a violin.',
      'Add the {spice}, then the {main}, and turn everything in the fat for five minutes.',
      'Drain the rice, stir it in, and pour on one and a half times its volume of boiling stock.',
      'Cover, and cook over the lowest heat for eighteen minutes. *Do not lift the lid.*',
      'Lay a tea towel under the lid, wait for ten minutes, loosen with a fork, and strew with {finish}.',
    ],
    tip: 'Set the bottom of the pot into cold water for a moment, and the crust comes off in one piece.',
    pantry: [['400 g', 'long-grain rice'], ['2', 'onions, sliced'], ['600 ml', 'stock'], ['60 ml', 'oil']],
    german: {
      summary: 'Ein Topf, ein Deckel, ein Geschirrtuch: Die Kruste am Boden gehört der Köchin.',
      steps: [
        'Den Reis waschen, bis das Wasser klar bleibt, und einweichen.',
        'Die Zwiebeln langsam braten, bis sie die Farbe einer Geige haben.',
        '{spice} zugeben, dann {main}, und alles fünf Minuten im Fett wenden.',
        'Den abgetropften Reis einrühren und mit kochender Brühe aufgießen, anderthalbmal sein Volumen.',
        'Zugedeckt bei kleinster Hitze achtzehn Minuten garen. *Den Deckel nicht heben.*',
        'Ein Tuch unter den Deckel legen, zehn Minuten warten, lockern und mit {finish} bestreuen.',
      ],
      tip: 'Den Topfboden kurz in kaltes Wasser stellen, dann löst sich die Kruste in einem Stück.',
    },
    variants: [
      { title: 'Chicken pilau with apricots', main: 'chicken thighs', amount: '600 g', spice: 'cardamom and cinnamon', finish: 'chopped apricots and almonds', diets: ['gluten-free', 'dairy-free', 'with meat'], seasons: always },
      {
        title: 'Mushroom rice under a tea towel 🍄', main: 'mushrooms', amount: '500 g', spice: 'thyme and soy sauce', finish: 'chives', diets: ['vegan', 'vegetarian', 'dairy-free'], seasons: ['autumn'],
        german: { title: 'Pilzreis unter dem Geschirrtuch 🍄', main: 'Pilze', spice: 'Thymian und Sojasoße', finish: 'Schnittlauch' },
      },
      { title: 'Chickpea rice with burnt lemon', main: 'cooked chickpeas', amount: '400 g', spice: 'turmeric and cumin', finish: 'burnt lemon and parsley', diets: plant, seasons: always },
      { title: 'Harbour rice with prawns', main: 'raw prawns', amount: '400 g', spice: 'saffron and smoked paprika', finish: 'garlic crushed with oil', diets: ['gluten-free', 'dairy-free', 'with fish'], seasons: ['summer'] },
      {
        title: 'Squash and chestnut rice', main: 'squash', amount: '600 g', spice: 'sage and nutmeg', finish: 'crumbled chestnuts', diets: plant, seasons: ['autumn', 'winter'],
        german: { title: 'Kürbisreis mit Maronen', main: 'Kürbis', spice: 'Salbei und Muskat', finish: 'zerbröselten Maronen' },
      },
      { title: 'Mujaddara for the whole workshop', main: 'cooked brown lentils', amount: '350 g', spice: 'allspice', finish: 'onions fried very dark', diets: plant, seasons: always },
      { title: 'Cauliflower rice pot with whole spices', main: 'cauliflower', amount: '1 head', spice: 'cumin seed, cloves and ginger', finish: 'fresh coriander', diets: plant, seasons: ['winter', 'spring'] },
    ],
  },
  {
    key: 'noodles',
    course: 'main',
    difficulty: 'easy',
    serves: 2,
    activeMinutes: 20,
    totalMinutes: 25,
    summaries: [
      'Everything is cut before anything is hot. After that it is a matter of four minutes.',
      'The water of the noodles is an ingredient: keep a cup of it, every time.',
    ],
    steps: [
      'Set out everything in small bowls, in the order in which it will be used.',
      'Boil the noodles for a minute less than the packet says, and **keep a cup of their water**.',
      'Heat the pan until it smokes a little, add the oil, and fry the {main} without stirring for two minutes.',
      'Add the {spice}, and let it hiss.',
      'Throw in the noodles and half of the water, and toss until the sauce clings.',
      'Serve at once, with {finish} on top.',
    ],
    tip: 'A wet noodle is a lost noodle: drain well, wait half a minute, and drain again.',
    pantry: [['200 g', 'wheat noodles'], ['2 tbsp', 'soy sauce'], ['2 tbsp', 'oil'], ['1 tsp', 'sugar']],
    german: {
      summary: 'Alles ist geschnitten, bevor etwas heiß wird. Danach geht es um vier Minuten.',
      steps: [
        'Alles in kleinen Schalen bereitstellen, in der Reihenfolge, in der es gebraucht wird.',
        'Die Nudeln eine Minute kürzer kochen als angegeben, **eine Tasse Kochwasser aufheben**.',
        'Die Pfanne stark erhitzen, Öl zugeben und {main} zwei Minuten braten, ohne zu rühren.',
        '{spice} zugeben und zischen lassen.',
        'Nudeln und die Hälfte des Wassers zugeben und schwenken, bis die Soße haftet.',
        'Sofort servieren, mit {finish} obenauf.',
      ],
      tip: 'Gut abtropfen lassen, eine halbe Minute warten, und noch einmal abtropfen lassen.',
    },
    variants: [
      { title: '擔仔麵, or: noodles with minced pork', main: 'minced pork', amount: '250 g', spice: 'five-spice and fried shallots', finish: 'coriander and half an egg', diets: ['dairy-free', 'with meat'], seasons: always },
      {
        title: 'Noodles with three mushrooms', main: 'mixed mushrooms', amount: '300 g', spice: 'garlic and black vinegar', finish: 'spring onions', diets: ['vegan', 'vegetarian', 'dairy-free'], seasons: ['autumn'],
        german: { title: 'Nudeln mit dreierlei Pilzen', main: 'gemischte Pilze', spice: 'Knoblauch und schwarzen Essig', finish: 'Frühlingszwiebeln' },
      },
      { title: 'Tofu noodles for one hungry typesetter', main: 'firm tofu', amount: '250 g', spice: 'chilli bean paste', finish: 'roasted peanuts', diets: ['vegan', 'vegetarian', 'dairy-free'], seasons: always },
      { title: 'Smoky aubergine noodles', main: 'aubergines', amount: '2', spice: 'sesame paste and chilli oil', finish: 'sesame seeds', diets: ['vegan', 'vegetarian', 'dairy-free'], seasons: ['summer'] },
      { title: 'Noodles with clams and white pepper', main: 'clams', amount: '500 g', spice: 'ginger and rice wine', finish: 'celery leaves', diets: ['dairy-free', 'with fish'], seasons: ['winter', 'spring'] },
      {
        title: 'Midnight noodles with an egg 🌙', main: 'beaten eggs', amount: '3', spice: 'butter and black pepper', finish: 'whatever is green', diets: ['vegetarian'], seasons: always,
        german: { title: 'Mitternachtsnudeln mit Ei 🌙', main: 'verquirlte Eier', spice: 'Butter und schwarzen Pfeffer', finish: 'allerlei Grünem' },
      },
      { title: 'Noodles and greens, nothing else', main: 'mustard greens', amount: '400 g', spice: 'garlic, a great deal of it', finish: 'lemon', diets: ['vegan', 'vegetarian', 'dairy-free'], seasons: ['spring'] },
    ],
  },
]
