import type { Migration } from '../migration.ts'
import { foundation } from './001-foundation.ts'
import { site } from './002-site.ts'
import { media } from './003-media.ts'
import { search } from './004-search.ts'
import { plugins } from './005-plugins.ts'
import { identity } from './006-identity.ts'
import { oauth } from './007-oauth.ts'
import { audit } from './008-audit.ts'
import { imports } from './009-imports.ts'
import { auditOfBrowsersAndApps } from './010-audit-of-browsers-and-apps.ts'
import { overview } from './011-overview.ts'
import { reasonsOfImports } from './012-reasons-of-imports.ts'
import { useByteOrder } from './013-byte-order.ts'
import { fillLinks, links } from './014-links.ts'
import { imageVariants } from './015-image-variants.ts'
import { addRecentAuthentication } from './016-recent-authentication.ts'
import { addLiveVersion } from './017-live-version.ts'
import { addSortKeys } from './018-sort-keys.ts'
import { searchInDrafts } from './019-search-in-drafts.ts'
import { indexesOfQueries } from './020-indexes-of-queries.ts'
import { retention } from './021-retention.ts'
import { copyTermsToItems, termsOfItems } from './023-terms-of-items.ts'
import { events } from './024-events.ts'
import { filters, prepareFilters } from './025-filters.ts'
import { viewsOfTokens } from './026-views-of-tokens.ts'
import { addFilterIndexes, filterIndexes } from './027-filter-indexes.ts'
import { webhooks } from './029-webhooks.ts'
import { variantsToCount } from './030-variants-to-count.ts'
import { localesOfImports } from './031-locales-of-imports.ts'
import { scheduledBackups } from './033-scheduled-backups.ts'
import { addUnpublishAt, unpublishing } from './034-unpublishing.ts'
import { addIndexOfHooks, afterHooks } from './035-after-hooks.ts'
import { presence } from './036-presence.ts'
import { addIndexesOfTimes, timesOfItems } from './037-times-of-items.ts'
import { reasonsOfBackups } from './038-reasons-of-backups.ts'
import { mediaInAnswers, markMedia } from './039-media-in-answers.ts'
import { urlPatterns } from './040-url-patterns.ts'
import { redirects } from './041-redirects.ts'
import { limitsOfTokens } from './042-limits-of-tokens.ts'
import { allowTokensOfSites } from './043-tokens-of-sites.ts'
import { rightsOfTokens } from './044-rights-of-tokens.ts'
import { publicCollections } from './045-public-collections.ts'
import { previewLinks } from './046-preview-links.ts'
import { siteTranslations } from './047-site-translations.ts'
import { changeCounts } from './048-change-counts.ts'
import { formerAddresses } from './049-former-addresses.ts'
import { limitsOfGrants } from './050-limits-of-grants.ts'
import { idempotencyKeys } from './051-idempotency-keys.ts'
import { confirmations } from './052-confirmations.ts'
import { addTimesOfChanges } from './022-times-of-changes.ts'
import { replacedValues } from './053-replaced-values.ts'
import { changeSets } from './054-change-sets.ts'
import { singletons } from './055-singletons.ts'
import { uploadAddresses } from './056-upload-addresses.ts'
import { savedViews } from './057-saved-views.ts'
import { defaultViews } from './059-default-views.ts'
import { mediaLibrary } from './058-media-library.ts'
import { formerItems } from './060-former-items.ts'
import { compressedHistory } from './061-compressed-history.ts'
import { keepWordsInRows } from './062-search-rows.ts'

/** All migrations, in order. A released migration is never changed. No migration has the numbers 028 and 032. */
export const migrations: readonly Migration[] = [
  { name: '001-foundation', statements: foundation },
  { name: '002-site', statements: site },
  { name: '003-media', statements: media },
  { name: '004-search', statements: search },
  { name: '005-plugins', statements: plugins },
  { name: '006-identity', statements: identity },
  { name: '007-oauth', statements: oauth },
  { name: '008-audit', statements: audit },
  { name: '009-imports', statements: imports },
  { name: '010-audit-of-browsers-and-apps', statements: auditOfBrowsersAndApps },
  { name: '011-overview', statements: overview },
  { name: '012-reasons-of-imports', statements: reasonsOfImports },
  { name: '013-byte-order', run: useByteOrder },
  { name: '014-links', statements: links, run: fillLinks },
  { name: '015-image-variants', statements: imageVariants },
  { name: '016-recent-authentication', run: addRecentAuthentication },
  { name: '017-live-version', run: addLiveVersion },
  { name: '018-sort-keys', run: addSortKeys },
  { name: '019-search-in-drafts', statements: searchInDrafts },
  { name: '020-indexes-of-queries', statements: indexesOfQueries },
  { name: '021-retention', statements: retention },
  { name: '022-times-of-changes', run: addTimesOfChanges },
  { name: '023-terms-of-items', statements: termsOfItems, run: copyTermsToItems },
  { name: '024-events', statements: events },
  { name: '025-filters', statements: filters, run: prepareFilters },
  { name: '026-views-of-tokens', statements: viewsOfTokens },
  { name: '027-filter-indexes', statements: filterIndexes, run: addFilterIndexes },
  { name: '029-webhooks', statements: webhooks },
  { name: '030-variants-to-count', statements: variantsToCount },
  { name: '031-locales-of-imports', statements: localesOfImports },
  { name: '033-scheduled-backups', statements: scheduledBackups },
  { name: '034-unpublishing', statements: unpublishing, run: addUnpublishAt },
  { name: '035-after-hooks', statements: afterHooks, run: addIndexOfHooks },
  { name: '036-presence', statements: presence },
  { name: '037-times-of-items', statements: timesOfItems, run: addIndexesOfTimes },
  { name: '038-reasons-of-backups', statements: reasonsOfBackups },
  { name: '039-media-in-answers', statements: mediaInAnswers, run: markMedia },
  { name: '040-url-patterns', statements: urlPatterns },
  { name: '041-redirects', statements: redirects },
  { name: '042-limits-of-tokens', statements: limitsOfTokens },
  { name: '043-tokens-of-sites', run: allowTokensOfSites },
  { name: '044-rights-of-tokens', statements: rightsOfTokens },
  { name: '045-public-collections', statements: publicCollections },
  { name: '046-preview-links', statements: previewLinks },
  { name: '047-site-translations', statements: siteTranslations },
  { name: '048-change-counts', statements: changeCounts },
  { name: '049-former-addresses', statements: formerAddresses },
  { name: '050-limits-of-grants', statements: limitsOfGrants },
  { name: '051-idempotency-keys', statements: idempotencyKeys },
  { name: '052-confirmations', statements: confirmations },
  { name: '053-replaced-values', statements: replacedValues },
  { name: '054-change-sets', statements: changeSets },
  { name: '055-singletons', statements: singletons },
  { name: '056-upload-addresses', statements: uploadAddresses },
  { name: '057-saved-views', statements: savedViews },
  { name: '058-media-library', statements: mediaLibrary },
  { name: '059-default-views', statements: defaultViews },
  { name: '060-former-items', statements: formerItems },
  { name: '061-compressed-history', statements: compressedHistory },
  { name: '062-search-rows', run: keepWordsInRows },
]
