import { Alert, Anchor, List, Paper, Stack, Text, Title } from '@mantine/core'
import type { ImportAnalysis } from '@octavo/contract/operations/imports'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { byteText } from '../../ui/byte-text.ts'
import { AuthorList } from './author-list.tsx'
import { CustomFieldList } from './custom-field-list.tsx'
import { PieceTable } from './piece-table.tsx'

/** What is in an export, and where it would go. */
export function AnalysisPanel({ analysis }: { readonly analysis: ImportAnalysis }) {
  const { t } = useTranslation('imports')
  const { site, fileSize, warnings, authors, customFields } = analysis
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby="import-analysis">
      <Title order={2} size="h4" id="import-analysis">
        {t('analysis.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        <bdi>{site.title}</bdi> <SiteLink url={site.url} />
        {' · '}
        {t('analysis.size', { size: byteText(fileSize), version: site.version })}
      </Text>
      <Stack gap="lg">
        {warnings.length > 0 && <Warnings warnings={warnings} />}
        <PieceTable analysis={analysis} />
        {authors.length > 0 && (
          <Part title={t('analysis.authors')} hint={t('analysis.authorHint')}>
            <AuthorList authors={authors} />
          </Part>
        )}
        {customFields.length > 0 && (
          <Part title={t('analysis.customFields')} hint={t('analysis.customFieldsHint')}>
            <CustomFieldList fields={customFields} />
          </Part>
        )}
      </Stack>
    </Paper>
  )
}

/** Addresses in a file are what somebody wrote there: only those of the web become links. */
function SiteLink({ url }: { readonly url: string }) {
  if (!/^https?:\/\//i.test(url)) return <bdi>{url}</bdi>
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer nofollow" size="sm" underline="always">
      {url}
    </Anchor>
  )
}

function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  const { t } = useTranslation('imports')
  return (
    <Alert color="orange" icon={<TriangleAlert aria-hidden />} title={t('analysis.warnings')}>
      <List size="sm">
        {warnings.map((warning) => (
          <List.Item key={warning}>{warning}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

interface PartProps {
  readonly title: string
  readonly hint: string
  readonly children: ReactNode
}

function Part({ title, hint, children }: PartProps) {
  return (
    <div>
      <Title order={3} size="h5">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {hint}
      </Text>
      {children}
    </div>
  )
}
