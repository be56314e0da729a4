import { Trans, useTranslation } from 'react-i18next'
import type { Report } from '#shared/contract/reports.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Auto } from '../../ui/bidi.tsx'

/**
 * "city, country". The country in the reader's language, where it is one. Each is isolated: a city in Latin letters
 * would reverse the order of an Arabic line.
 */
export function Place({
  report: { city, country, countryCode },
}: {
  readonly report: Pick<Report, 'city' | 'country' | 'countryCode'>
}) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const land = <Auto>{countryCode === null ? country : format.country(countryCode)}</Auto>
  if (city === '') return land // withheld to protect people
  return <Trans t={t} i18nKey="place" components={{ city: <Auto>{city}</Auto>, country: land }} />
}
