import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { Folder } from 'lucide-react'
import { allPaths } from './folder-tree.ts'
import { mediaFoldersQuery } from './media-queries.ts'

/** The path of a folder: one that is there, or a new one. */
export function FolderInput(props: Omit<AutocompleteProps, 'data'>) {
  const { data = [] } = useQuery(mediaFoldersQuery)
  return (
    <Autocomplete
      {...props}
      data={allPaths(data)}
      limit={50}
      maxLength={limits.folders.path}
      leftSection={<Folder size={16} aria-hidden />}
      dir="auto"
      autoComplete="off"
    />
  )
}
