import type { Dish } from './dish.ts'

const plant = ['vegan', 'vegetarian', 'gluten-free', 'dairy-free']
const floury = ['vegan', 'vegetarian', 'dairy-free']
const always = ['spring', 'summer', 'autumn', 'winter']

/** What is cut, filled, dressed or laid into brine. */
export const dishesOfTheBoard: readonly Dish[] = [
  {
    key: 'salad',
    course: 'side',
    difficulty: 'easy',
    serves: 4,
    activeMinutes: 15,
    totalMinutes: 30,
    summaries: [
      'Salted first and dressed later: that is all the difference between wet and crisp.',
      'A side dish that has been known to make the main course feel overlooked.',
    ],
    steps: [
      'Cut the {main} by hand, not too evenly, so that every bite is a little different.',
      'Salt generously and leave it in a sieve for a quarter of an hour. Do not rinse.',
      'Meanwhile stir the vinegar with the {spice}, and whisk in the oil.',
      'Turn everything in the dressing with your hands, and let it stand for five minutes.',
      'Taste. It should be a touch **too sharp**; the plate will see to that.',
      'Scatter with {finish}.',
    ],
    tip: 'The juice at the bottom of the bowl belongs to the bread.',
    pantry: [['2 tbsp', 'wine vinegar'], ['4 tbsp', 'olive oil'], ['1 tsp', 'coarse salt']],
    german: {
      summary: 'Erst salzen, dann anmachen: Das ist der ganze Unterschied zwischen nass und knackig.',
      steps: [
        '{main} von Hand schneiden, nicht zu gleichmäßig.',
        'Kräftig salzen und eine Viertelstunde im Sieb ziehen lassen. Nicht abspülen.',
        'Inzwischen den Essig mit {spice} verrühren und das Öl einschlagen.',
        'Alles mit den Händen im Dressing wenden und fünf Minuten stehen lassen.',
        'Abschmecken: Es darf eine Spur **zu sauer** sein.',
        'Mit {finish} bestreuen.',
      ],
      tip: 'Der Saft am Boden der Schüssel gehört dem Brot.',
    },
    variants: [
      {
        title: 'Smashed cucumbers', main: 'cucumbers', amount: '2', spice: 'crushed garlic', finish: 'sesame and chilli', diets: plant, seasons: ['summer'],
        german: { title: 'Zerschlagene Gurken', main: 'Gurken', spice: 'zerdrücktem Knoblauch', finish: 'Sesam und Chili' },
      },
      { title: 'Tomato salad, salted twice', main: 'ripe tomatoes', amount: '800 g', spice: 'a spoonful of their own juice', finish: 'torn basil', diets: plant, seasons: ['summer'] },
      { title: 'Radishes with butter and their leaves', main: 'radishes', amount: '2 bunches', spice: 'mustard', finish: 'cold butter and the chopped leaves', diets: ['vegetarian', 'gluten-free'], seasons: ['spring'] },
      { title: 'Green beans in a warm dressing', main: 'blanched green beans', amount: '500 g', spice: 'warm shallots', finish: 'summer savory', diets: plant, seasons: ['summer', 'autumn'] },
      {
        title: 'Potato salad, two schools reconciled', main: 'boiled waxy potatoes', amount: '1 kg', spice: 'hot stock and mustard', finish: 'chives and a little egg', diets: ['vegetarian', 'gluten-free', 'dairy-free'], seasons: always,
        german: { title: 'Kartoffelsalat, zwei Schulen versöhnt', main: 'Gekochte Kartoffeln', spice: 'heißer Brühe und Senf', finish: 'Schnittlauch und etwas Ei' },
      },
      { title: 'Shaved kohlrabi and apple', main: 'kohlrabi and apple', amount: '2 of each', spice: 'honey and lemon', finish: 'hazelnuts', diets: ['vegetarian', 'gluten-free', 'dairy-free'], seasons: ['autumn'] },
      { title: 'Orange, onion and black olives', main: 'oranges', amount: '5', spice: 'dried oregano', finish: 'olives and thin rings of onion', diets: plant, seasons: ['winter'] },
    ],
  },
  {
    key: 'pickle',
    course: 'store cupboard',
    difficulty: 'easy',
    serves: 8,
    activeMinutes: 25,
    totalMinutes: 10080,
    summaries: [
      'Two parts of salt in a hundred, a week on the table, and a jar that improves most suppers.',
      'The jar does the work. You only have to look in on it, which is the pleasant part.',
    ],
    steps: [
      'Weigh the {main} after trimming, and note the figure.',
      'Weigh out salt: **two per cent** of that figure, and not by feel.',
      'Pack the jar tightly, with the {spice} between the layers.',
      'Pour on brine until everything is covered, and weigh it down with a clean stone.',
      'Leave it at room temperature for a week, open it daily, and taste from the fourth day.',
      'When it is sour enough for you, move it to the cold. Serve with {finish}.',
    ],
    tip: 'Cloudy is good. Fuzzy is not. When in doubt, start again: it is only a cabbage.',
    pantry: [['20 g', 'sea salt to each kilogram'], ['1 l', 'water, boiled and cooled']],
    german: {
      summary: 'Zwei Teile Salz auf hundert, eine Woche auf dem Tisch, und ein Glas, das jedes Abendbrot besser macht.',
      steps: [
        '{main} putzen, wiegen und die Zahl notieren.',
        'Salz abwiegen: **zwei Prozent** davon, und nicht nach Gefühl.',
        'Das Glas fest füllen, {spice} zwischen die Schichten geben.',
        'Mit Lake bedecken und mit einem sauberen Stein beschweren.',
        'Eine Woche bei Zimmertemperatur stehen lassen, täglich öffnen, ab dem vierten Tag kosten.',
        'Wenn es sauer genug ist, kühl stellen. Dazu passt es mit {finish}.',
      ],
      tip: 'Trüb ist gut. Pelzig ist es nicht.',
    },
    variants: [
      {
        title: 'Half-sour cucumbers', main: 'small cucumbers', amount: '1 kg', spice: 'dill, garlic and oak leaves', finish: 'dark bread', diets: plant, seasons: ['summer'],
        german: { title: 'Halbsaure Gurken', main: 'Kleine Gurken', spice: 'Dill, Knoblauch und Eichenblätter', finish: 'dunklem Brot' },
      },
      { title: 'Pink radishes for grey days', main: 'radishes', amount: '500 g', spice: 'peppercorns', finish: 'anything fried', diets: plant, seasons: ['spring', 'winter'] },
      { title: 'Red onions in four days', main: 'red onions', amount: '600 g', spice: 'bay and coriander seed', finish: 'lentils', diets: plant, seasons: always },
      { title: '깍두기: cubed radish the Busan way', main: 'white radish', amount: '1.5 kg', spice: 'chilli flakes, ginger and garlic', finish: 'hot rice', diets: ['gluten-free', 'dairy-free'], seasons: ['autumn', 'winter'] },
      { title: 'Turnips with beetroot stripes', main: 'turnips', amount: '1 kg', spice: 'slices of beetroot', finish: 'flatbread and yoghurt', diets: plant, seasons: ['winter'] },
      { title: 'Green tomatoes that missed the summer', main: 'green tomatoes', amount: '1 kg', spice: 'celery leaves and chilli', finish: 'cheese', diets: plant, seasons: ['autumn'] },
      {
        title: 'Carrots with caraway, for the ferry', main: 'carrots', amount: '800 g', spice: 'caraway and orange peel', finish: 'hummus or ham', diets: plant, seasons: always,
        german: { title: 'Möhren mit Kümmel, für die Fähre', main: 'Möhren', spice: 'Kümmel und Orangenschale', finish: 'Hummus oder Schinken' },
      },
    ],
  },
  {
    key: 'dumplings',
    course: 'starter',
    difficulty: 'a project',
    serves: 4,
    activeMinutes: 70,
    totalMinutes: 100,
    summaries: [
      'Best made by four people who have something to talk about.',
      'The first ten will be ugly. They taste the same, and they are yours.',
    ],
    steps: [
      'Knead the flour with hot water and a pinch of salt until it feels like an earlobe. Let it rest, covered, for half an hour.',
      'Chop the {main} finely, salt it, and press out what it gives.',
      'Mix in the {spice}. Fry a teaspoon of it and taste: *this is the last chance*.',
      'Roll the dough into a rope, cut, and roll each piece into a disc with a thin rim.',
      'Fill, fold, and pleat from one end to the other. A crooked one is not a failure.',
      'Boil until they float, and then for two minutes more. Serve with {finish}.',
    ],
    tip: 'Freeze them on a tray, standing apart; once they are hard they get along in a bag.',
    pantry: [['300 g', 'wheat flour'], ['150 ml', 'hot water'], ['1 pinch', 'salt']],
    german: {
      summary: 'Am besten zu viert gemacht, von Leuten, die etwas zu bereden haben.',
      steps: [
        'Mehl, heißes Wasser und Salz kneten, bis sich der Teig wie ein Ohrläppchen anfühlt. Eine halbe Stunde ruhen lassen.',
        '{main} fein hacken, salzen und ausdrücken.',
        '{spice} untermischen. Einen Teelöffel davon braten und kosten: *die letzte Gelegenheit*.',
        'Den Teig zu einer Rolle formen, teilen und zu Scheiben mit dünnem Rand ausrollen.',
        'Füllen, falten, und von einem Ende zum anderen in Falten legen.',
        'Kochen, bis sie schwimmen, und noch zwei Minuten länger. Mit {finish} servieren.',
      ],
      tip: 'Einzeln auf einem Blech einfrieren; sind sie hart, vertragen sie sich in einem Beutel.',
    },
    variants: [
      { title: 'Cabbage dumplings, boiled and then fried', main: 'white cabbage', amount: '500 g', spice: 'ginger and sesame oil', finish: 'black vinegar', diets: floury, seasons: ['winter'] },
      { title: 'Pork and chive dumplings for the new year', main: 'fat pork and chives', amount: '400 g', spice: 'soy sauce and white pepper', finish: 'chilli oil', diets: ['dairy-free', 'with meat'], seasons: ['winter'] },
      {
        title: 'Mushroom ears', main: 'soaked dried mushrooms', amount: '80 g', spice: 'fried onion and marjoram', finish: 'a clear beetroot broth', diets: floury, seasons: ['autumn', 'winter'],
        german: { title: 'Pilzöhrchen', main: 'Eingeweichte Trockenpilze', spice: 'Gebratene Zwiebel und Majoran', finish: 'klarer Rote-Bete-Brühe' },
      },
      {
        title: 'Potato and curd dumplings from Gdańsk', main: 'boiled potatoes and curd cheese', amount: '500 g', spice: 'browned onions', finish: 'soured cream', diets: ['vegetarian'], seasons: always,
        german: { title: 'Kartoffel-Quark-Piroggen aus Danzig', main: 'Gekochte Kartoffeln und Quark', spice: 'Gebräunte Zwiebeln', finish: 'saurer Sahne' },
      },
      { title: 'Khinkali, counted by their stems', main: 'beef and onion', amount: '450 g', spice: 'caraway and plenty of stock', finish: 'black pepper, and no fork', diets: ['dairy-free', 'with meat'], seasons: always },
      { title: 'Spinach parcels with nutmeg', main: 'blanched spinach', amount: '700 g', spice: 'ricotta and nutmeg', finish: 'sage butter', diets: ['vegetarian'], seasons: ['spring'] },
      { title: 'Prawn moons', main: 'raw prawns', amount: '350 g', spice: 'bamboo shoots and rice wine', finish: 'soy sauce and ginger', diets: ['dairy-free', 'with fish'], seasons: ['summer'] },
    ],
  },
  {
    key: 'fish',
    course: 'main',
    difficulty: 'some practice',
    serves: 4,
    activeMinutes: 20,
    totalMinutes: 45,
    summaries: [
      'A hot oven, a dry fish, and the courage to take it out early.',
      'Ask at the stall what came in this morning, and cook that instead.',
    ],
    steps: [
      'Take the {main} out of the cold half an hour ahead, and dry it inside and out.',
      'Heat the oven to 220 °C, with the empty tray in it.',
      'Salt, oil, and put the {spice} where it belongs: inside, or underneath.',
      'Lay it on the hot tray. It should complain.',
      'Roast until the flesh at the thickest place comes away from the bone, and **not a minute longer**.',
      'Let it stand for three minutes, and serve with {finish}.',
    ],
    tip: 'Make a stock of the bones while you eat. You will be glad on Thursday.',
    pantry: [['3 tbsp', 'olive oil'], ['1', 'lemon'], ['2 tsp', 'sea salt']],
    german: {
      summary: 'Ein heißer Ofen, ein trockener Fisch und der Mut, ihn früh herauszuholen.',
      steps: [
        '{main} eine halbe Stunde vorher aus dem Kühlschrank nehmen und innen wie außen trocken tupfen.',
        'Den Ofen mit dem leeren Blech auf 220 °C heizen.',
        'Salzen und ölen; {spice} hineinlegen oder darunter.',
        'Auf das heiße Blech legen. Es darf zischen.',
        'Braten, bis sich das Fleisch an der dicksten Stelle von der Gräte löst, **und keine Minute länger**.',
        'Drei Minuten ruhen lassen und mit {finish} servieren.',
      ],
      tip: 'Während des Essens aus den Gräten einen Fond kochen.',
    },
    variants: [
      { title: 'Sea bream on a bed of lemons', main: 'sea bream', amount: '2', spice: 'slices of lemon', finish: 'capers', diets: ['gluten-free', 'dairy-free', 'with fish'], seasons: ['summer'] },
      {
        title: 'Mackerel with gooseberries', main: 'mackerel', amount: '4', spice: 'fennel tops', finish: 'stewed gooseberries', diets: ['gluten-free', 'dairy-free', 'with fish'], seasons: ['summer'],
        german: { title: 'Makrelen mit Stachelbeeren', main: 'Makrelen', spice: 'Fenchelgrün', finish: 'geschmorten Stachelbeeren' },
      },
      { title: 'Sardines, rolled, with breadcrumbs', main: 'filleted sardines', amount: '16', spice: 'raisins, pine nuts and crumbs', finish: 'orange', diets: ['dairy-free', 'with fish'], seasons: ['summer'] },
      { title: 'Cod with peas and bacon fat', main: 'cod', amount: '800 g', spice: 'thyme', finish: 'peas stewed in bacon fat', diets: ['gluten-free', 'dairy-free', 'with fish', 'with meat'], seasons: ['winter'] },
      {
        title: 'Trout from the river, with almonds', main: 'trout', amount: '4', spice: 'dill and butter', finish: 'browned almonds', diets: ['gluten-free', 'with fish'], seasons: ['spring'],
        german: { title: 'Forelle aus dem Fluss, mit Mandeln', main: 'Forellen', spice: 'Dill und Butter', finish: 'gebräunten Mandeln' },
      },
      { title: 'Hake in green sauce', main: 'hake', amount: '4 steaks', spice: 'garlic and green chilli', finish: 'a great deal of parsley', diets: ['gluten-free', 'dairy-free', 'with fish'], seasons: ['spring', 'winter'] },
      { title: 'Sea bass, as they eat it at the landing stage', main: 'sea bass', amount: '1 large', spice: 'bay and tomato', finish: 'olives and bread', diets: ['dairy-free', 'with fish'], seasons: always },
    ],
  },
]
