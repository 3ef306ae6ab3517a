import i18next from 'i18next'

type Names = Readonly<Record<string, Readonly<Record<string, string>>>>

/** What was done, in words; the name of the operation itself where there are none, as of a version to come. */
export function actionName(action: string): string {
  const key = `auditActions:${action}`
  return i18next.exists(key) ? i18next.t(key as 'auditActions:content.create') : action
}

/** Every action that has words, to choose from. */
export function actionChoices(): { value: string; label: string }[] {
  const names = i18next.getResourceBundle(i18next.language, 'auditActions') as Names
  return Object.entries(names).flatMap(([resource, verbs]) =>
    Object.entries(verbs).map(([verb, label]) => ({ value: `${resource}.${verb}`, label })),
  )
}
