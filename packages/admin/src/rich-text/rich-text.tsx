import { Skeleton, Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { loadRichTextEditor } from './load-editor.ts'
import type { RichTextProps } from './types.ts'

const RichTextEditor = lazy(async () => {
  const { RichTextEditor: Loaded } = await loadRichTextEditor()
  return { default: Loaded }
})

/** Edits rich text. The editor is loaded when the first one is rendered. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<EditorSkeleton />}>
      <RichTextEditor {...props} />
    </Suspense>
  )
}

function EditorSkeleton() {
  return (
    <Stack gap="xs" aria-hidden data-loading>
      <Skeleton height={40} />
      <Skeleton height={160} />
    </Stack>
  )
}
