import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { foldCase } from '@octavo/contract/fold-case'
import { limits } from '@octavo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { Folder } from 'lucide-react'
import { useState } from 'react'
import { allPaths } from './folder-tree.ts'
import { mediaFoldersQuery } from './media-queries.ts'

/** An input for the path of a folder, existing or new. All folders are offered until the person types. */
export function FolderInput(props: Omit<AutocompleteProps, 'data' | 'filter'>) {
  const { data = [] } = useQuery(mediaFoldersQuery)
  const [initial] = useState(props.value)
  const search = props.value === initial ? '' : foldCase(props.value ?? '')
  return (
    <Autocomplete
      {...props}
      data={allPaths(data).filter((path) => foldCase(path).includes(search))}
      // `data` has been filtered already; only the limit is left to apply.
      filter={({ options, limit }) => options.slice(0, limit)}
      limit={50}
      openOnFocus={false}
      maxLength={limits.folders.path}
      leftSection={<Folder size={16} aria-hidden />}
      dir="auto"
      autoComplete="off"
    />
  )
}
