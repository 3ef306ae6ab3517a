import i18next from 'i18next'

type Names = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The label of an action; its name if it has no label, such as an action of a newer version. */
export function actionName(action: string): string {
  const key = `auditActions:${action}`
  return i18next.exists(key) ? i18next.t(key as 'auditActions:content.create') : action
}

/** All actions that have a label, for the filter. */
export function actionChoices(): { value: string; label: string }[] {
  const names = i18next.getResourceBundle(i18next.language, 'auditActions') as Names
  return Object.entries(names).flatMap(([resource, verbs]) =>
    Object.entries(verbs).map(([verb, label]) => ({ value: `${resource}.${verb}`, label })),
  )
}
