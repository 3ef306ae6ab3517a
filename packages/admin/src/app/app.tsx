import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../api/query-client.ts'
import { router } from './router.tsx'
import { cssVariables, theme } from './theme.ts'
import { Toasts } from './toasts.tsx'

const colorScheme = localStorageColorSchemeManager({ key: 'octavo-color-scheme' })

/** The page's Content-Security-Policy allows only styles with its nonce. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

// The scroll lock of dialogs creates a style element and reads the nonce from here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })

/** The whole admin: providers, the shell and the screens. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <Toasts />
        <RouterProvider router={router} InnerWrap={Modals} />
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Dialogs are within the router, because their texts can contain links. */
function Modals({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <ModalsProvider modalProps={{ closeButtonProps: { 'aria-label': t('close') } }}>
      {children}
    </ModalsProvider>
  )
}
