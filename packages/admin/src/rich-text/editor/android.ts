/** Android's keyboards are dealt with in another way by the editor, in which nothing may interfere. */
export const isAndroid = /Android/.test(navigator.userAgent)
