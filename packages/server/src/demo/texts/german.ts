/** German material for one craft: an article of its own on the same subject, in the slots of a topic. */
export interface GermanTopic {
  /** which title of the topic this is the German of; the first unless said */
  readonly of?: number
  readonly title: string
  readonly standfirst: string
  readonly paragraphs: readonly string[]
  readonly quote: string
}

export const germanTopics: Readonly<Record<string, GermanTopic>> = {
  bread: {
    title: 'Der Ofen, der nie ausgeht',
    standfirst:
      'Eine Bäckerei in {place} hält seit drei Generationen denselben Sauerteig am Leben. Wir waren eine Nacht lang dabei.',
    paragraphs: [
      'Um halb drei schließt {person} die Seitentür auf, schaltet eine einzige Lampe an und hebt das Tuch vom Teig. Der Sauerteig lebt in einem Topf aus Steingut und wird zweimal am Tag gefüttert.',
      'Die lange, kalte Gare kann, was kein Zusatz kann: Sie lässt das *Getreide* nach etwas schmecken. Bei Regen braucht der Teig weniger Wasser, und niemand hat je aufgeschrieben, wie viel weniger.',
      'Was bis Mittag nicht verkauft ist, wird getrocknet und zu Bröseln gemahlen. Durch die Hintertür geht hier nichts hinaus.',
    ],
    quote:
      'Die Leute sagen, sie hätten keine Zeit zum Backen. Die Zeit hat der Teig. Man muss nur zweimal da sein.',
  },
  coffee: {
    title: 'Warten auf den ersten Knack',
    standfirst:
      'Nach acht Minuten gibt es einen Augenblick, in dem eine Bohne entscheidet, was aus ihr wird.',
    paragraphs: [
      'Die Trommel klingt wie kleine Steine in einer Welle, und {person} beugt sich vor, eine Hand hinter dem Ohr. Roher Kaffee riecht nach Heu und Erbsen; nichts daran verrät, was die Hitze daraus macht.',
      'Eine dunkle Röstung versteckt den Hof, von dem sie kommt, eine helle versteckt niemandes Fehler. Deshalb wird in {place} **gehört** und nicht gemessen.',
      'Frisch geröstete Bohnen ruhen vier Tage lang. Das Gas macht einen schönen Schaum und eine schlechte Tasse.',
    ],
    quote: 'Verbrennen kann jeder. Die Kunst ist, einen Atemzug früher aufzuhören, als man möchte.',
  },
  tea: {
    title: 'Vier Uhr ist ein Ort 🍵',
    standfirst: 'Tee ist die einzige Verabredung, die in {place} niemand verschiebt.',
    paragraphs: [
      'Zweihundert weiße Schalen stehen in einer Reihe, und bis Mittag soll daraus eine Mischung werden. {person} schlürft, laut und ohne sich zu entschuldigen, und schreibt ein einziges Wort auf.',
      'Eine Mischung muss im März so schmecken wie im Oktober, obwohl keines ihrer Blätter das tut. Gutes Wasser ist die halbe Tasse, und darum stehen die alten Häuser bei den alten Brunnen.',
      'Der dritte Aufguss ist für die Gäste. Der erste gehört dem, der aufgießt.',
    ],
    quote:
      'Wer eine heiße Schale in beiden Händen hält, den kann man nicht drängen. Das ist die ganze Erfindung.',
  },
  pickles: {
    title: 'Der Sommer, in Salz gelegt',
    standfirst: 'Unter einer stillen Straße in {place} arbeiten die Kohlköpfe.',
    paragraphs: [
      'Zwei Teile Salz auf hundert Teile Kraut genügen, um das falsche Leben draußen und das richtige drinnen zu halten. In der ersten Woche flüstern die Fässer, nach einem Monat schweigen sie, und dann sind sie fertig.',
      'Ein Stein aus dem Fluss drückt alles unter die Lake. Es ist *derselbe Stein*, seit das Haus steht.',
      'Keine zwei Fässer sind sich einig, sagt {person}. Deshalb wird jedes Glas aus dreien gefüllt.',
    ],
    quote: 'Ich mache gar nichts. Ich halte die Tür und entscheide, wer hereinkommt.',
  },
  cheese: {
    title: 'Das Gewicht eines Laibs',
    standfirst: 'Zehn Liter Milch ergeben ein Kilo Käse, und dann beginnt das Warten.',
    paragraphs: [
      '{person} fährt mit der Hand durch den Kessel, schließt sie langsam und zählt leise, bis der Bruch loslässt. Sommermilch ist gelb von Blüten, Wintermilch weiß vom Heu, und der Käse merkt sich beides.',
      'Eine Rinde ist keine Mauer, sondern ein *Rasen*: Sie will gemäht, gebürstet und gegossen werden.',
      'Ein Schlag mit dem silbernen Hammer sagt, ob innen ein Riss ist, wo kein Auge hinsieht.',
    ],
    quote: 'Sie riechen Ammoniak, ich rieche April.',
  },
  honey: {
    title: 'Sechzigtausend Nachbarn 🐝',
    standfirst: 'Die Bienen von {place} fliegen drei Kilometer weit für eine Linde.',
    paragraphs: [
      '{person} bewegt sich wie unter Wasser: ein Rahmen, ein Atemzug, kein plötzlicher Gedanke. Städte sind freundlicher geworden als Felder, von Februar bis Oktober blüht irgendwo etwas.',
      'Die Linden an den Alleen geben eine Ernte von **zehn Tagen**, mit einem Hauch von Minze.',
      'Honig vom Nordufer ist dunkler, und niemand weiß genau, warum.',
    ],
    quote: 'Sie gehören mir nicht. Ich bin der Hausmeister eines Hauses, in dem ich nicht willkommen bin.',
  },
  markets: {
    title: 'Unter dem eisernen Dach',
    standfirst: 'Die Markthalle von {place} hat ein Feuer, zwei Kriege und einen Supermarkt überstanden.',
    paragraphs: [
      'Die Rollläden gehen hoch wie Applaus, und {person} gießt den ersten Kaffee in ein Glas, das gestern sauber war. Das Beste liegt unter der Theke, für die, die nach den Kindern fragen.',
      'Eis kommt um fünf und ist um eins verbraucht; der Preis des Fisches folgt ihm nach unten.',
      'Niemand hat hier eine Kundenkarte, und alle stehen in einem *Notizbuch*.',
    ],
    quote: 'Man verkauft keine Tomaten. Man verkauft die Gewissheit, dass sie gut sind.',
  },
  soap: {
    title: 'Ein Würfel Olivenöl und Geduld',
    standfirst: 'Zehn Tage dauert es, eine gute Seife zu sieden, und eine achtlose Minute, sie zu verderben.',
    paragraphs: [
      'Der Kessel fasst zwölf Tonnen und atmet wie ein Tier; {person} rührt ihn mit einem Ruder. Viermal wird die Masse mit Salzwasser gewaschen, bis nichts mehr darin beißt.',
      'Man gießt sie auf den Boden des Speichers und schneidet sie mit einer Harke, die drei Leute ziehen.',
      'Ein Würfel verliert im ersten Jahr ein Viertel seines Gewichts. Im zweiten wird er **besser**.',
    ],
    quote: 'Parfüm gibt man dazu, wenn das Öl schlecht war.',
  },
  indigo: {
    title: 'Das langsame Blau',
    standfirst: 'Weiß geht der Stoff hinein, grün kommt er heraus, und blau wird er, während man zusieht.',
    paragraphs: [
      '{person} senkt das Tuch ohne einen Spritzer, zählt bis neunzig und zieht es in der Farbe junger Blätter heraus. Ein blasses Blau braucht drei Bäder, ein nächtliches dreißig, mit einem Tag Ruhe dazwischen.',
      'Die Farbe sitzt nicht im Faden, sondern um ihn herum. Darum verblasst sie so *anmutig*.',
      'Für mehr als vierzig Töne gibt es Namen, und der hellste heißt: „hat in die Küpe geschaut“.',
    ],
    quote: 'Man färbt nicht mit Indigo. Man fragt ihn, und man kommt morgen wieder.',
  },
  knives: {
    of: 1,
    title: 'Kirschrot, strohgelb',
    standfirst: 'In der Schmiede ist es dunkel, damit man die Farbe des Stahls lesen kann.',
    paragraphs: [
      '{person} zieht den Stab aus der Glut, sieht ihn einen angehaltenen Atem lang an und legt ihn zurück. Eine Klinge wird bei der Farbe reifer Kirschen gehärtet und bei der Farbe von Stroh angelassen.',
      'Weiches Eisen außen biegt sich, harter Stahl in der Mitte schneidet; *keines* allein wäre ein Messer.',
      'Der Griff kommt zuletzt, nach einem Abriss der Hand, die ihn halten wird.',
    ],
    quote: 'Wenn es hier hinausgeht, ist es halb fertig. Die andere Hälfte sind dreißig Jahre Zwiebeln.',
  },
  paper: {
    title: 'Ein Bogen ist ein Teich, der stillhielt',
    standfirst: 'Es braucht nur Wasser, Lumpen und ein Handgelenk, das zehntausendmal dasselbe getan hat.',
    paragraphs: [
      '{person} taucht den Rahmen ein, hebt ihn waagrecht und schüttelt einmal von links nach rechts und einmal von vorn nach hinten. Kein Automat hat gelernt, es in beide Richtungen zu tun.',
      'Ein Wasserzeichen ist nur ein Draht auf dem Sieb, und doch schwerer zu fälschen als eine **Unterschrift**.',
      'Eine Woche trocknen die Bogen auf dem Boden, wo die Läden nach dem Wind gestellt werden.',
    ],
    quote: 'Die Leute meinen, Papier sei leer. Halten Sie es einmal gegen das Licht.',
  },
  books: {
    title: 'Der Rücken erinnert sich',
    standfirst:
      'Bücher kommen in Schuhkartons und mit Entschuldigungen. Sie gehen, bereit für ein weiteres Jahrhundert.',
    paragraphs: [
      '{person} schlägt das Buch in der Mitte auf, legt es mit dem Gesicht nach unten und fährt mit dem Daumen über den gebrochenen Rücken. Sechzehn Seiten, gefalzt und geheftet, heißen *Lage*.',
      'Der Leim ist aus Weizenstärke, damit ihn die Nächsten mit warmem Wasser wieder lösen können.',
      'Kochbücher sind am schwersten: Die Flecken müssen bleiben, denn sie zeigen die guten Rezepte.',
    ],
    quote:
      'Alles, was ich tue, muss sich rückgängig machen lassen. Ich wünschte, mehr Berufe hätten diese Regel.',
  },
  shoes: {
    of: 1,
    title: 'Neunhundert hölzerne Füße',
    standfirst:
      'Wie lange soll ein Schuh halten? Die Antwort aus {place} ist eine Gegenfrage: Wie oft darf ich ihn flicken?',
    paragraphs: [
      '{person} zieht den Fuß mit aufrechtem Bleistift nach und fragt nach den Knien der Großeltern. Niemand hat zwei gleich große Füße; meist fehlt ein halber Zentimeter.',
      'Der Faden ist mit Pech gewachst, damit ein Stich hält, auch wenn sein Nachbar reißt.',
      'Ein neu besohlter Schuh ist in seinem zweiten Leben. Der Rekord hier ist das **siebte**.',
    ],
    quote: 'Das erste Paar drückt ein wenig, das zweite stimmt, das dritte gehört Ihnen.',
  },
  umbrellas: {
    title: 'Nach dem Sturm eine Schlange ☔',
    standfirst: 'An einem Tag im Jahr besucht ganz {place} denselben Laden: am Tag nach dem ersten Sturm.',
    paragraphs: [
      '{person} spannt den Patienten im Zimmer auf, gegen jeden Aberglauben, und dreht ihn langsam unter der Lampe. Die meisten brechen an derselben Stelle, an der dritten Rippe auf der Windseite.',
      'Nylon hat die Baumwolle verdrängt und die Baumwolle die Seide, aber das *Geräusch* von Regen auf Seide bringt noch immer Kundschaft.',
      'Was zwei Jahre lang niemand abholt, wird an Regentagen verliehen. Etwa die Hälfte kommt zurück.',
    ],
    quote: 'Sie bringen mir einen kaputten Schirm und erzählen mir dann von dem Menschen, der darunter ging.',
  },
  clocks: {
    title: 'Elf Minuten zu spät seit 1911',
    standfirst: 'In einer Werkstatt in {place} sind sich vierzig Uhren uneins, und genau so soll es sein.',
    paragraphs: [
      'Mittags braucht die Werkstatt vier Minuten zum Schlagen, und {person} wartet so lange mit dem Ende des Satzes. Im Sommer wird ein Pendel länger, um weniger als ein Haar, und verliert eine Sekunde am Tag.',
      'Die Räder sind aus Messing und die Achsen aus Stahl, denn *ungleiche* Metalle schonen einander.',
      'Kirchenuhren hatten nur einen Zeiger, und niemand kam je zu spät.',
    ],
    quote: 'Genau muss sie nicht sein. Treu soll sie sein.',
  },
  bells: {
    title: 'Die Glocke ist im Loch',
    standfirst:
      'Sechs Wochen lang ist eine Glocke nur ein leerer Raum in der Erde. In neun Minuten wird sie gegossen.',
    paragraphs: [
      '{person} wirft eine Handvoll Salz in die Rinne, niemand fragt, warum, und der Zapfen wird ausgeschlagen. Mehr Zinn würde schöner singen und zerspringen.',
      'Eine Glocke klingt in *fünf* Tönen zugleich, und der, den wir hören, ist nicht darunter.',
      'Eine Woche kühlt sie in der Erde ab, und in der Gießerei schläft so lange niemand gut.',
    ],
    quote: 'Einen Fehler von mir wird man vierhundert Jahre lang hören. Das hilft der Konzentration.',
  },
  chairs: {
    title: 'Ein Platz zum Sitzen',
    standfirst:
      'In {place} wird ein Stuhl seit 1874 unverändert gebaut. Niemandem ist eine Verbesserung eingefallen.',
    paragraphs: [
      'Die Beine sind aus grünem Holz gedrechselt, die Sprossen aus trockenem; wenn das Bein schwindet, greift es für immer. Kein Leim, keine Schraube.',
      'Esche wird eine Stunde gedämpft, und dann bleiben *vierzig Sekunden*, um sie zu biegen.',
      'Jeder fertige Stuhl bekommt erst einmal Besuch: {person} setzt sich, lehnt sich zurück und schaut aus dem Fenster.',
    ],
    quote: 'Wenn er knarrt, spricht er. Wenn er wackelt, lügt er.',
  },
  tiles: {
    title: 'Eine Fassade, Fliese für Fliese',
    standfirst:
      'In {place} wird eine ganze Straße abgenommen, nummeriert, gewaschen und wieder angebracht. Es wird elf Jahre dauern.',
    paragraphs: [
      '{person} lädt den Pinsel einmal für eine ganze Linie, denn die Glasur trinkt ihn bei der ersten Berührung leer. Kobalt geht grau darauf und kommt **blau** aus dem Ofen.',
      'Jede Fliese trägt hinten eine Nummer, und eine verlorene Nummer ist ein verlorener Abend.',
      'Der Mörtel ist aus Kalk, damit die Wand sich ein wenig bewegen darf.',
    ],
    quote: 'Ein Schiff lernt man an einem Tag, das Meer dahinter in zehn Jahren.',
  },
  signs: {
    of: 1,
    title: 'Ein S in einem Atemzug',
    standfirst:
      'Die Schilder aus Kunststoff halten in {place} sieben Jahre. Die gemalten sind älter als die Läden darunter.',
    paragraphs: [
      '{person} stützt die Hand auf den Malstock, atmet aus und zieht die Kurve eines S von oben nach unten. Buchstaben werden nach Augenmaß gesetzt; das Lineal macht sie gleich, und falsch.',
      'Blattgold auf Glas wird *spiegelverkehrt* gelegt, von hinten, mit Gelatine und angehaltenem Atem.',
      'An den Brandmauern liest man noch Seife, Kakao und einen Zirkus, der nicht wiederkam.',
    ],
    quote: 'Der Computer kennt zehntausend Alphabete. Ich kenne vier, und sie kennen mich.',
  },
  ferries: {
    title: 'Sieben Minuten hinüber',
    standfirst:
      'Die Brücke sollte das Ende der Fähren sein. Dreißig Jahre später gibt es mehr von ihnen als je zuvor.',
    paragraphs: [
      'Im ersten Boot spricht niemand. {person} erkennt an den Mänteln, welche Fabrik Schichtwechsel hat.',
      'Den Hafen lernt man zuerst nach seinen *Lichtern* und erst danach nach seinen Tiefen. Zwei Wochen im Jahr liegt jedes Boot an Land und wird von denen geschliffen, die es steuern.',
      'Im letzten Boot werfen die Fahrgäste die Leinen. Das ist verboten, und es ist Tradition.',
    ],
    quote: 'Eine Brücke bringt dich hinüber. Eine Fähre gibt dir das Wasser dazu.',
  },
  ceramics: {
    title: 'Eine Schale für eine einzige Suppe',
    standfirst: 'Vier Tage Feuer, vier Tage Abkühlen, und dann wird eine Tür aufgebrochen.',
    paragraphs: [
      '{person} lehnt sich mit dem ganzen Rücken in die Scheibe, und der Ton, der eigene Ansichten hatte, wird rund. Ton reift wie Käse; den von heute hat die vorige Besitzerin gegraben.',
      'Die Asche schmilzt auf den Schultern der Gefäße, und **niemand** kann sagen, wo.',
      'Das Regal mit dem Ausschuss ist der bestbesuchte Teil des Ladens.',
    ],
    quote: 'Wenn ich es vollkommen machte, hätten Sie Angst, es zu benutzen.',
  },
  rope: {
    of: 1,
    title: 'Rückwärts gehen als Beruf',
    standfirst:
      'Ein Seil kann nur so lang sein wie das Haus, in dem es entsteht. Darum hat {place} eine so seltsame Straße.',
    paragraphs: [
      '{person} trägt ein Bündel Hanf um die Hüften und geht rückwärts, achtzehn Kilometer an einem gewöhnlichen Tag.',
      'Garn dreht man nach rechts, Litzen nach links, Seil wieder nach rechts; das ist das *ganze* Geheimnis.',
      'Heute entstehen in der langen Halle Glockenseile, Theaterzüge und Schaukeln.',
    ],
    quote: 'Ein Seil, das sind vierzig Feiglinge, die beschlossen haben, mutig zu sein.',
  },
  glass: {
    of: 1,
    title: 'Sand, der es sich anders überlegt hat',
    standfirst:
      'Bei elfhundert Grad ist keine Zeit für Diskussionen. Eine Glashütte in {place} verständigt sich mit Blicken.',
    paragraphs: [
      '{person} nimmt das Glas auf wie Honig mit dem Löffel, dreht, bläst, dreht, und hört keinen Augenblick auf zu drehen. Ein Tropfen, der drei Sekunden ruht, gehört dem Boden.',
      'Eisen färbt es grün, Kobalt blau, Gold rot, und ein wenig Braunstein macht es klar.',
      'Was zerbricht, wird wieder eingeschmolzen. *Ganz neu* ist hier also kein Glas.',
    ],
    quote: 'Vierzig Sekunden Mut. Dann geht man zum Feuer zurück und holt neuen.',
  },
  repair: {
    title: 'Bringen Sie den Toaster mit',
    standfirst:
      'Von hundert Dingen, die hereingetragen werden, gehen dreiundsechzig heil wieder hinaus. Wir folgten dem Toaster.',
    paragraphs: [
      '{person} schüttelt das Radio am Ohr, sagt „aha“ und bittet um den kleinsten Schraubenzieher. Die Hälfte aller Fehler sitzt im Kabel, eine Handbreit vom Stecker.',
      'Die Regel lautet: Man bleibt und *sieht zu*. Niemand gibt hier etwas ab und geht einkaufen.',
      'Der älteste Patient war ein Bär von 1931. Er bekam ein neues Brummen.',
    ],
    quote: 'Die Welt kann ich nicht reparieren. Dieses Scharnier schon, und dann sehen wir weiter.',
  },
  lanterns: {
    title: 'Licht, gefaltet',
    standfirst: 'Einmal im Jahr schaltet {place} die Laternen aus und vertraut den Kindern das Feuer an.',
    paragraphs: [
      '{person} biegt die Rippe über einer Kerze, langsam, bis der Bambus vergisst, dass er gerade war. Das Papier trocknet so straff wie eine *Trommel*.',
      'Eine Kerze gibt so viel Licht, wie man zum Reden braucht, und nicht mehr, als man braucht.',
      'Geöltes Papier hält den Regen ab und bekommt nach zehn Jahren die Farbe von Tee.',
    ],
    quote: 'Elektrisches Licht zeigt dir das Zimmer. Eine Laterne zeigt uns einander.',
  },
}

export const germanMiddles = [
  'Nach Maschinen gefragt, zuckt {person} die Achseln. In der Ecke steht eine, mit einem Tuch bedeckt, für das, was Maschinen gut können: noch einmal dasselbe. Der Rest ist Urteil, und Urteil lässt sich nicht ölen.',
  'Was man bezahlt, ist vor allem Zeit, und Zeit stellt man schlecht ins Schaufenster. Darum hängt neben der Kasse ein Blatt, auf dem jeder Schritt mit seinen Stunden steht. Seither hat kaum jemand nach einem Rabatt gefragt.',
  'Was ist schwer daran? {person} denkt nach. Nicht die Arbeit, die muss man nur tun; nicht das Warten, dafür gibt es das Radio. Schwer ist das *Aufhören*.',
  'An der Wand hängt eine Reihe von Fehlern, jeder mit Datum. Niemand schämt sich ihrer. „Von dem habe ich gelernt, was Feuchtigkeit ist“, sagt {person}, „und von dem da, was Eile ist.“',
]

export const germanClosings = [
  'Als wir gehen, ist es dunkel in {place}, und die Lampe über der Werkbank brennt noch. Eins noch, sagt {person}, dann ist es genug für heute. Den Satz haben wir schon einmal gehört.',
  'Vielleicht gibt es keine Lehre. In {place} steht jemand früh auf und macht etwas gut, und morgen wieder. Es ist erstaunlich, wie sehr das beruhigt.',
  '„Kommen Sie im Winter wieder“, sagt {person} an der Tür, „dann sehen Sie, wie es wirklich ist.“ Die Züge haben wir schon nachgesehen.',
]

export const germanHeadings = [
  'Wie es gemacht wird',
  'Was die Hände wissen',
  'Der Preis der Langsamkeit',
  'Warum hier',
]
