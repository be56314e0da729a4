import { useTranslation } from 'react-i18next'
import { isLanguage, LANGUAGES } from '#shared/domain/text/languages.ts'
import { changeLanguage } from '../../i18n/i18n.ts'
import { LANGUAGE_NAMES } from '../../i18n/language-store.ts'
import { useLanguage } from '../../i18n/use-format.ts'
import { SelectField } from '../../ui/field/text-field.tsx'

export function LanguageField() {
  const { t } = useTranslation('common')
  return (
    <SelectField
      label={t('language.label')}
      value={useLanguage()}
      options={LANGUAGES.map((code) => ({ value: code, label: LANGUAGE_NAMES[code] }))}
      onChange={({ target: { value } }) => {
        if (isLanguage(value)) void changeLanguage(value)
      }}
    />
  )
}
