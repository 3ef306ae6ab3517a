import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../api/query-client.ts'
import { router } from './router.tsx'
import { cssVariables, theme } from './theme.ts'

const colorScheme = localStorageColorSchemeManager({ key: 'octavo-color-scheme' })

/** The page's Content-Security-Policy lets only styles with its nonce stand in the document. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

// What keeps the page still behind a dialog makes a style of its own, and looks for the nonce here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })

/** The whole interface: what all screens stand in, and the screens. */
export function App() {
  const { t } = useTranslation()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <ModalsProvider modalProps={{ closeButtonProps: { 'aria-label': t('close') } }}>
          <Notifications position="bottom-right" autoClose={7000} />
          <RouterProvider router={router} />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}
