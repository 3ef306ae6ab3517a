import type { ServiceTexts } from '../rule-texts.ts'

export const undoObstacles: ServiceTexts['undoObstacles'] = {
  deleted:
    'Was endgültig gelöscht ist, kommt so nicht zurück. Legen Sie es neu an, oder stellen Sie eine Sicherung wieder her.',
  values:
    'Damit wurden auch Werte gelöscht. Legen Sie es neu an und füllen Sie es, oder stellen Sie eine Sicherung wieder her.',
  uploaded: 'Löschen Sie stattdessen die Datei in der Mediathek.',
  replaced:
    'Der Inhalt einer Datei wurde ersetzt; der frühere ist nicht mehr da. Ersetzen Sie die Datei durch die frühere.',
  elsewhere:
    'Personen, Rechte, Token, Importe und Erweiterungen werden dort zurückgeändert, wo sie verwaltet werden.',
  notKept:
    'Das Ersetzte wurde nicht aufbewahrt: Es war zu lang, oder eine ältere Version des Dienstes hat die Änderung gemacht. Ändern Sie es von Hand zurück.',
  tooMany: 'Sie betrifft zu viel auf einmal. Ändern Sie es in Teilen zurück.',
  nothing: 'Sie hat nichts ersetzt, das zurückgeschrieben werden könnte.',
}
