import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { goToSection, ListedSections } from '../../ui/section-list.tsx'
import { anchorOf, SECTIONS } from './sections.ts'

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
