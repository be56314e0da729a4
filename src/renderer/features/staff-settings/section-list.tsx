import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { goToSection, ListedSections } from '../../ui/section-list.tsx'

const SECTIONS = [
  ['association', 'association:settings.title'],
  ['adoption', 'association:adoption.title'],
  ['reports', 'reports.title'],
  ['invitations', 'invitations.title'],
  ['payment', 'payment.title'],
  ['receipts', 'taxReceipts:settings.title'],
  ['witness', 'witness.title'],
  ['consents', 'consents.title'],
  ['retention', 'retention.title'],
  ['idle', 'idle.title'],
  ['holds', 'holds.title'],
] as const

type SectionName = (typeof SECTIONS)[number][0]

/** Id of the heading of a section. */
export const anchorOf = (section: SectionName): string => `settings-${section}`

/** The sections with their list, and the way to the one that a link of the overview names because it settles its item. */
export function SettingsSections({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation(['staffSettings', 'association', 'taxReceipts'])
  const { hash } = useLocation()
  useEffect(() => {
    const named = SECTIONS.find(([section]) => hash === `#${section}`)
    if (named !== undefined) goToSection(anchorOf(named[0]))
  }, [hash])
  return (
    <ListedSections
      title={t('sections')}
      sections={SECTIONS.map(([section, title]) => ({
        anchor: anchorOf(section),
        title: t(title),
      }))}
    >
      {children}
    </ListedSections>
  )
}
