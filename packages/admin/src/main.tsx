import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './app/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { startTexts } from './app/i18n.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no place for the interface.')

await startTexts()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
