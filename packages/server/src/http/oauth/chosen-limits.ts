const fields = ['changeSetsOnly', 'confirmDestructive', 'noDeleting', 'duration', 'collections']

/** A form without the fields of limits. They are read apart from it, because some can have several values. */
export function withoutLimits(form: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(form).filter(([name]) => !fields.includes(name)))
}

/**
 * Converts the limits of a form to the input of the operations. A browser sends a checkbox only if it is ticked, one
 * value as a text and several as a list; null means no limit.
 */
export function chosenLimits(form: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { changeSetsOnly, confirmDestructive, noDeleting, duration, collections } = form
  return {
    changeSetsOnly: changeSetsOnly !== undefined,
    confirmDestructive: confirmDestructive !== undefined,
    canDelete: noDeleting === undefined,
    duration: duration === undefined || duration === '' ? null : duration,
    collections: collections === undefined ? null : [collections].flat(),
  }
}
