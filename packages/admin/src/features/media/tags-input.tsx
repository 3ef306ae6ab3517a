import { TagsInput, type TagsInputProps } from '@mantine/core'
import { foldCase } from '@octavo/contract/fold-case'
import { limits } from '@octavo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { mediaTagsQuery } from './media-queries.ts'

interface MediaTagsProps extends Omit<TagsInputProps, 'data'> {
  /** the tags that are suggested; all tags by default */
  readonly suggested?: readonly string[]
}

/** Tags as chips, with those of other files as suggestions, of which at most 50 (`limit`) are shown. */
export function MediaTags({ suggested, ...props }: MediaTagsProps) {
  const { data = [] } = useQuery(mediaTagsQuery)
  return (
    <TagsInput
      {...props}
      data={[...(suggested ?? data)]}
      limit={50}
      maxTags={limits.tags.ofFile}
      splitChars={[',', ';']}
      acceptValueOnBlur
      isDuplicate={(tag, tags) => tags.some((other) => foldCase(other) === foldCase(tag))}
    />
  )
}
