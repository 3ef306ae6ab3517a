/** Loads the code of the editor for rich text, which is large. */
export const loadRichTextEditor = () => import('./editor/rich-text-editor.tsx')
