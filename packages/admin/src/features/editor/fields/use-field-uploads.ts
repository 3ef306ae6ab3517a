import { useEffect } from 'react'
import { type PictureUploads, usePictureUploads } from '../../media/use-picture-uploads.tsx'
import { useEditor } from '../editor-context.ts'

/** Uploads into a field of the open editor, which warns before leaving or publishing while they run. */
export function useFieldUploads(): PictureUploads {
  const { uploads } = useEditor()
  const own = usePictureUploads()
  const { queue } = own
  useEffect(() => {
    uploads.add(queue)
    return () => void uploads.delete(queue)
  }, [uploads, queue])
  return own
}
