import { Button, Center } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** The result of `useInfiniteQuery`, as far as it is used here. */
interface Pages {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  fetchNextPage(): Promise<unknown>
}

/**
 * The end of an infinite list: loads the next page before the reader reaches it; the button is for users of screen
 * readers and keyboards.
 */
export function EndOfPages({ pages }: { readonly pages: Pages }) {
  const { t } = useTranslation()
  const { ref, entry } = useIntersection({ rootMargin: '600px' })
  const isNear = entry?.isIntersecting === true
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  useEffect(() => {
    if (isNear && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [isNear, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <Center ref={ref} py="md">
      <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchNextPageError ? t('tryAgain') : t('loadMore')}
      </Button>
    </Center>
  )
}

/** The parameters of a paged query of the REST API for `useInfiniteQuery`. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { readonly nextCursor?: string | undefined }) => page.nextCursor,
} as const
