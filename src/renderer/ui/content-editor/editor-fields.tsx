import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#shared/domain/text/languages.ts'
import { TextArea } from '../field/text-area.tsx'
import { TextField } from '../field/text-field.tsx'
import { Section } from '../layout/section.tsx'
import { LanguageTabs } from './language-tabs.tsx'
import { type PictureChoice, PicturePart } from './picture-part.tsx'
import type { Faults } from './server-faults.ts'
import { completeness, type WrittenForm, type WrittenInput } from './written-form.ts'

/** Fields that all content has. */
type SharedWord = 'title' | 'description' | 'fullContent' | 'imageAlt'

interface WordsEditor {
  readonly form: WrittenForm
  readonly language: Language
  readonly setLanguage: (language: Language) => void
  readonly wordsInput: (name: SharedWord) => WrittenInput
}

interface WordsSectionProps {
  readonly editor: WordsEditor
  readonly required: readonly string[]
  readonly description: { readonly hint: string; readonly maxChars: number }
  readonly fullContentRows: number
  readonly afterTitle?: ReactNode
  readonly afterFullContent?: ReactNode
}

/** The words of each language. */
export function WordsSection({
  editor: { form, language, setLanguage, wordsInput },
  required,
  description,
  fullContentRows,
  afterTitle,
  afterFullContent,
}: WordsSectionProps) {
  const { t } = useTranslation('contentEditor')
  const words = (name: SharedWord) => ({
    ...wordsInput(name),
    label: t(`field.${name}`),
    required: required.includes(name),
  })
  return (
    <Section title={t('part.words')} lead={t('part.wordsLead')}>
      <LanguageTabs
        label={t('part.languages')}
        language={language}
        onChange={setLanguage}
        stateOf={(name) => completeness(form.content[name], required)}
      >
        <TextField {...words('title')} maxLength={200} />
        {afterTitle}
        <TextArea {...words('description')} {...description} rows={3} />
        <TextArea
          {...words('fullContent')}
          hint={t('hint.fullContent')}
          rows={fullContentRows}
          maxChars={20_000}
        />
        {afterFullContent}
        <TextField {...words('imageAlt')} hint={t('hint.imageAlt')} maxLength={300} />
      </LanguageTabs>
    </Section>
  )
}

interface CoverSectionProps {
  readonly editor: {
    readonly picture: PictureChoice
    readonly setPicture: (picture: PictureChoice) => void
    readonly faults: Faults
    readonly progress: number | undefined
  }
  readonly lead: string
}

export function CoverSection({
  editor: { picture, setPicture, faults, progress },
  lead,
}: CoverSectionProps) {
  const { t } = useTranslation('contentEditor')
  return (
    <Section title={t('part.picture')} lead={lead}>
      <PicturePart
        picture={picture}
        onChange={setPicture}
        error={faults['image']?.text}
        progress={progress}
      />
    </Section>
  )
}

interface AddressFieldProps {
  readonly editor: {
    readonly item: unknown
    readonly suggested: string
    readonly plainInput: (name: 'address') => WrittenInput
  }
}

/** The last part of the address on the site, which is chosen once. */
export function AddressField({ editor: { item, suggested, plainInput } }: AddressFieldProps) {
  const { t } = useTranslation('contentEditor')
  if (item !== undefined) return null
  return (
    <TextField
      {...plainInput('address')}
      label={t('field.address')}
      hint={t('hint.address', { example: suggested })}
      dir="ltr"
      autoComplete="off"
      className="sm:col-span-2"
    />
  )
}
