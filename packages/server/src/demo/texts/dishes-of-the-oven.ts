import type { Dish } from './dish.ts'

const floury = ['vegan', 'vegetarian', 'dairy-free']
const plant = ['vegan', 'vegetarian', 'gluten-free', 'dairy-free']
const always = ['spring', 'summer', 'autumn', 'winter']

/** What is baked, and what is spread on it. */
export const dishesOfTheOven: readonly Dish[] = [
  {
    key: 'flatbread',
    course: 'side',
    difficulty: 'easy',
    serves: 6,
    activeMinutes: 30,
    totalMinutes: 120,
    summaries: [
      'A dry pan, a soft dough, and ninety seconds: the fastest bread that deserves the name.',
      'It blisters, it puffs up, it is eaten while the next one cooks. Nobody sits down.',
    ],
    steps: [
      'Stir the flour, yeast, water and salt into a rough dough, and leave it for ten minutes.',
      'Fold it four times, from all sides, and let it rise until it has doubled.',
      'Work in the {main}, divide into six, and let the balls *relax* under a cloth.',
      'Roll out as thin as a coin, and sprinkle with {spice}.',
      'Bake in a very hot dry pan: a minute on one side, half a minute on the other.',
      'Stack in a cloth, so that they stay soft, and serve with {finish}.',
    ],
    tip: 'Yesterday’s ones are today’s crisps: tear, oil, and five minutes in the oven.',
    pantry: [['500 g', 'bread flour'], ['5 g', 'dried yeast'], ['330 ml', 'lukewarm water'], ['10 g', 'salt']],
    german: {
      summary: 'Eine trockene Pfanne, ein weicher Teig und neunzig Sekunden: das schnellste Brot, das den Namen verdient.',
      steps: [
        'Mehl, Hefe, Wasser und Salz grob verrühren und zehn Minuten stehen lassen.',
        'Von allen Seiten viermal falten und gehen lassen, bis sich der Teig verdoppelt hat.',
        '{main} einarbeiten, in sechs Stücke teilen und unter einem Tuch *entspannen* lassen.',
        'Dünn wie eine Münze ausrollen und mit {spice} bestreuen.',
        'In einer sehr heißen, trockenen Pfanne backen: eine Minute auf der einen, eine halbe auf der anderen Seite.',
        'In ein Tuch schlagen und mit {finish} servieren.',
      ],
      tip: 'Die von gestern sind die Chips von heute: zerreißen, ölen, fünf Minuten in den Ofen.',
    },
    variants: [
      { title: 'Flatbread with za’atar', main: 'a spoonful of olive oil', amount: '1 tbsp', spice: 'za’atar', finish: 'strained yoghurt', diets: ['vegetarian'], seasons: always },
      {
        title: 'Spring onion flatbread', main: 'chopped spring onions', amount: '1 bunch', spice: 'sesame', finish: 'soy sauce and vinegar', diets: floury, seasons: ['spring'],
        german: { title: 'Fladenbrot mit Frühlingszwiebeln', main: 'Gehackte Frühlingszwiebeln', spice: 'Sesam', finish: 'Sojasoße und Essig' },
      },
      { title: 'Nigella bread for the soup', main: 'two spoonfuls of yoghurt', amount: '2 tbsp', spice: 'nigella seeds', finish: 'any of our soups', diets: ['vegetarian'], seasons: always },
      {
        title: 'Potato flatbread from the far north', main: 'mashed potato', amount: '300 g', spice: 'barley flour', finish: 'butter and sugar', diets: ['vegetarian'], seasons: ['autumn', 'winter'],
        german: { title: 'Kartoffelfladen aus dem hohen Norden', main: 'Kartoffelbrei', spice: 'Gerstenmehl', finish: 'Butter und Zucker' },
      },
      { title: 'Green bread with wild herbs', main: 'chopped wild herbs', amount: '2 handfuls', spice: 'coarse salt', finish: 'fresh cheese', diets: ['vegetarian'], seasons: ['spring'] },
      { title: 'A cheese bread after Tbilisi', main: 'an egg', amount: '1', spice: 'crumbled brined cheese', finish: 'walnut and coriander sauce', diets: ['vegetarian'], seasons: always },
      { title: 'Cumin flatbread for a long table', main: 'toasted semolina', amount: '80 g', spice: 'whole cumin', finish: 'olives', diets: floury, seasons: always },
    ],
  },
  {
    key: 'tart',
    course: 'sweet',
    difficulty: 'some practice',
    serves: 8,
    activeMinutes: 40,
    totalMinutes: 110,
    summaries: [
      'Pastry that shatters, fruit that keeps its shape, and nothing in between to hide behind.',
      'Bake it in the morning: a tart should be the same temperature as the garden.',
    ],
    steps: [
      'Rub the cold butter into the flour until it looks like crumbs, bind with iced water, and chill for an hour.',
      'Roll out, line the tin, prick, and chill again. *Cold pastry does not shrink.*',
      'Bake blind at 200 °C for twenty minutes.',
      'Turn the {main} in the sugar and the {spice}, and drain off the juice.',
      'Arrange closely, with the cut sides up, and bake for thirty-five minutes, until the edges catch.',
      'Boil the juice to a syrup, brush it on, and serve with {finish}.',
    ],
    tip: 'Strew two spoonfuls of semolina under the fruit, and the bottom stays crisp.',
    pantry: [['250 g', 'plain flour'], ['150 g', 'cold butter'], ['90 g', 'sugar'], ['60 ml', 'iced water']],
    german: {
      summary: 'Teig, der splittert, Obst, das seine Form behält, und nichts dazwischen, um sich zu verstecken.',
      steps: [
        'Kalte Butter mit dem Mehl zu Krümeln verreiben, mit Eiswasser binden, eine Stunde kühlen.',
        'Ausrollen, in die Form legen, einstechen und noch einmal kühlen. *Kalter Teig schrumpft nicht.*',
        'Bei 200 °C zwanzig Minuten blind backen.',
        '{main} mit dem Zucker und {spice} mischen, den Saft abgießen.',
        'Dicht belegen, die Schnittflächen nach oben, und fünfunddreißig Minuten backen.',
        'Den Saft zu Sirup kochen, bestreichen und mit {finish} servieren.',
      ],
      tip: 'Zwei Löffel Grieß unter dem Obst halten den Boden knusprig.',
    },
    variants: [
      {
        title: 'Apricot tart, slightly burnt', main: 'halved apricots', amount: '900 g', spice: 'their bitter kernels', finish: 'crème fraîche', diets: ['vegetarian'], seasons: ['summer'],
        german: { title: 'Aprikosentarte, leicht verbrannt', main: 'Halbierte Aprikosen', spice: 'ihren bitteren Kernen', finish: 'Crème fraîche' },
      },
      {
        title: 'Plum tart for the end of September', main: 'quartered plums', amount: '1 kg', spice: 'cinnamon', finish: 'whipped cream', diets: ['vegetarian'], seasons: ['autumn'],
        german: { title: 'Zwetschgentarte für Ende September', main: 'Geviertelte Zwetschgen', spice: 'Zimt', finish: 'Schlagsahne' },
      },
      { title: 'Thin apple tart', main: 'sliced apples', amount: '5', spice: 'lemon zest', finish: 'nothing at all', diets: ['vegetarian'], seasons: ['autumn', 'winter'] },
      { title: 'Pear tart with black pepper', main: 'sliced pears', amount: '4', spice: 'cracked black pepper', finish: 'blue cheese', diets: ['vegetarian'], seasons: ['autumn'] },
      { title: 'Rhubarb tart in straight lines', main: 'rhubarb, cut to length', amount: '800 g', spice: 'orange zest', finish: 'custard', diets: ['vegetarian'], seasons: ['spring'] },
      { title: 'Sour cherry tart, stones and all', main: 'sour cherries', amount: '900 g', spice: 'a few drops of almond', finish: 'a warning', diets: ['vegetarian'], seasons: ['summer'] },
      { title: 'Gooseberry tart with a meringue hat', main: 'gooseberries', amount: '800 g', spice: 'elderflower', finish: 'meringue', diets: ['vegetarian'], seasons: ['summer'] },
    ],
  },
  {
    key: 'jam',
    course: 'store cupboard',
    difficulty: 'some practice',
    serves: 20,
    activeMinutes: 50,
    totalMinutes: 780,
    summaries: [
      'Less sugar than your grandmother used, more patience than you think you have.',
      'Small pans make good jam: never more than two kilograms at a time.',
    ],
    steps: [
      'Layer the {main} with the sugar and the {spice}, cover, and leave overnight.',
      'In the morning, boil a sieve, a ladle and six jars, and put a saucer into the freezer.',
      'Bring the fruit to the boil in your widest pan, and skim it **once**, at the end.',
      'After twelve minutes, begin to test: a drop on the cold saucer should wrinkle when it is pushed.',
      'Take it off the heat, stir in the lemon, and wait for ten minutes, so that the fruit does not float.',
      'Fill, close, and label. Best on {finish}.',
    ],
    tip: 'Write the *day* on the label and not only the year. You will want to know what the weather was like.',
    pantry: [['600 g', 'sugar to each kilogram of fruit'], ['1', 'lemon']],
    german: {
      summary: 'Weniger Zucker, als Ihre Großmutter nahm, und mehr Geduld, als Sie zu haben glauben.',
      steps: [
        '{main} mit Zucker und {spice} schichten und über Nacht zugedeckt stehen lassen.',
        'Am Morgen Sieb, Kelle und sechs Gläser auskochen, eine Untertasse ins Gefrierfach stellen.',
        'Im weitesten Topf aufkochen und nur **einmal** abschäumen, am Ende.',
        'Nach zwölf Minuten prüfen: Ein Tropfen auf der kalten Untertasse soll Falten werfen.',
        'Vom Herd nehmen, die Zitrone einrühren und zehn Minuten warten, damit das Obst nicht aufsteigt.',
        'Abfüllen, schließen, beschriften. Am besten auf {finish}.',
      ],
      tip: 'Den *Tag* auf das Etikett schreiben, nicht nur das Jahr.',
    },
    variants: [
      {
        title: 'Strawberry jam, barely set', main: 'small strawberries', amount: '1.5 kg', spice: 'a vanilla pod', finish: 'white bread', diets: plant, seasons: ['summer'],
        german: { title: 'Erdbeermarmelade, kaum fest', main: 'Kleine Erdbeeren', spice: 'einer Vanilleschote', finish: 'Weißbrot' },
      },
      { title: 'Apricot jam with six kernels', main: 'apricots', amount: '1.5 kg', spice: 'six of the kernels', finish: 'pancakes', diets: plant, seasons: ['summer'] },
      {
        title: 'Plum butter, all day long', main: 'late plums', amount: '2 kg', spice: 'star anise', finish: 'dumplings or toast', diets: plant, seasons: ['autumn'],
        german: { title: 'Pflaumenmus, den ganzen Tag', main: 'Späte Pflaumen', spice: 'Sternanis', finish: 'Knödeln oder Toast' },
      },
      { title: 'Quince cheese to be cut with a knife', main: 'quinces', amount: '2 kg', spice: 'a stick of cinnamon', finish: 'hard cheese', diets: plant, seasons: ['autumn'] },
      { title: 'Bramble jelly from the railway bank', main: 'blackberries', amount: '1.5 kg', spice: 'two sour apples', finish: 'scones', diets: plant, seasons: ['autumn'] },
      { title: 'Rhubarb and rose', main: 'pink rhubarb', amount: '1.2 kg', spice: 'rose petals', finish: 'rice pudding', diets: plant, seasons: ['spring'] },
      { title: 'Bitter orange marmalade, thick cut 🍊', main: 'bitter oranges', amount: '1 kg', spice: 'their own pips in a bag', finish: 'buttered toast, in silence', diets: plant, seasons: ['winter'] },
    ],
  },
  {
    key: 'cake',
    course: 'sweet',
    difficulty: 'easy',
    serves: 10,
    activeMinutes: 25,
    totalMinutes: 80,
    summaries: [
      'One bowl, one tin, and a crumb that keeps until Sunday, should it get the chance.',
      'It is plain on the outside. That is a matter of manners.',
    ],
    steps: [
      'Heat the oven to 170 °C, and line a loaf tin with paper.',
      'Toast the {main} until they smell of themselves, let them cool, and grind them coarsely.',
      'Beat the eggs with the sugar until they are pale and thick, for longer than seems reasonable.',
      'Fold in the {spice}, the ground nuts, the flour and the melted butter, in that order, with a *light* hand.',
      'Bake for fifty minutes, until a skewer comes out almost clean.',
      'Leave in the tin until it is lukewarm, and serve with {finish}.',
    ],
    tip: 'Wrapped in paper and hidden, it is at its best on the third day.',
    pantry: [['4', 'eggs'], ['180 g', 'sugar'], ['120 g', 'flour'], ['150 g', 'butter, melted']],
    german: {
      summary: 'Eine Schüssel, eine Form, und eine Krume, die bis Sonntag hält, falls man sie lässt.',
      steps: [
        'Den Ofen auf 170 °C heizen, eine Kastenform mit Papier auslegen.',
        '{main} rösten, bis sie nach sich selbst duften, abkühlen lassen und grob mahlen.',
        'Eier und Zucker hell und dick schlagen, länger als vernünftig scheint.',
        'Erst {spice}, dann die Nüsse, das Mehl und die flüssige Butter mit *leichter* Hand unterheben.',
        'Fünfzig Minuten backen, bis ein Stäbchen fast sauber bleibt.',
        'In der Form lauwarm werden lassen und mit {finish} servieren.',
      ],
      tip: 'In Papier gewickelt und versteckt, ist er am dritten Tag am besten.',
    },
    variants: [
      {
        title: 'Walnut cake without a reason', main: 'walnuts', amount: '200 g', spice: 'a small strong coffee', finish: 'unsweetened cream', diets: ['vegetarian'], seasons: ['autumn', 'winter'],
        german: { title: 'Walnusskuchen ohne Anlass', main: 'Walnüsse', spice: 'einen kleinen starken Kaffee', finish: 'ungesüßter Sahne' },
      },
      { title: 'Almond cake that pilgrims carry', main: 'almonds', amount: '220 g', spice: 'lemon zest', finish: 'icing sugar and sweet wine', diets: ['vegetarian'], seasons: always },
      {
        title: 'Hazelnut cake with pears on top', main: 'hazelnuts', amount: '200 g', spice: 'grated chocolate', finish: 'poached pears', diets: ['vegetarian'], seasons: ['autumn'],
        german: { title: 'Haselnusskuchen mit Birnen', main: 'Haselnüsse', spice: 'geriebene Schokolade', finish: 'pochierten Birnen' },
      },
      { title: 'Pistachio cake for the clockmaker’s birthday', main: 'pistachios', amount: '180 g', spice: 'rose water', finish: 'strained yoghurt', diets: ['vegetarian'], seasons: always },
      { title: 'Poppy seed cake, nearly black', main: 'poppy seeds', amount: '200 g', spice: 'orange zest', finish: 'sour cherries', diets: ['vegetarian'], seasons: ['winter'] },
      { title: 'Coconut cake from the spice harbour', main: 'coconut flakes', amount: '180 g', spice: 'cardamom', finish: 'pineapple', diets: ['vegetarian'], seasons: ['summer'] },
      { title: 'Chestnut cake for the last warm evening', main: 'roasted chestnuts', amount: '250 g', spice: 'rum', finish: 'cold cream', diets: ['vegetarian'], seasons: ['autumn'] },
    ],
  },
]
