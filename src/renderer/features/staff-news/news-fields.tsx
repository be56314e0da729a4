import { useTranslation } from 'react-i18next'
import { textDirection } from '#shared/domain/text/languages.ts'
import { LanguageTabs } from '../../ui/content-editor/language-tabs.tsx'
import { PicturePart } from '../../ui/content-editor/picture-part.tsx'
import { suggestAddress } from '../../ui/content-editor/site-address.ts'
import { Section } from '../../ui/layout/section.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { type PlainField, titlesOf } from '../../ui/content-editor/written-form.ts'
import { completeness, type NewsForm, type Words } from './news-form.ts'
import type { NewsEditorState } from './use-news-editor.ts'

const LIMIT = {
  title: 200,
  description: 1_000,
  fullContent: 20_000,
  imageAlt: 300,
  link: 300,
} as const

export function NewsFields({ editor }: { readonly editor: NewsEditorState }) {
  const { t } = useTranslation('staffNews')
  const {
    article,
    form,
    language,
    faults,
    setLanguage,
    setWords,
    setPlain,
    picture,
    setPicture,
    progress,
  } = editor
  const words = form.content[language]
  const inLanguage = (name: keyof Words) => ({
    label: t(`field.${name}`),
    value: words[name],
    error: faults[`content.${language}.${name}`],
    lang: language,
    dir: textDirection(language),
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setWords(name, target.value),
  })
  const plain = (name: PlainField<NewsForm>) => ({
    label: t(`field.${name}`),
    value: form[name],
    error: faults[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setPlain(name, target.value),
  })
  return (
    <>
      <Section title={t('part.words')} lead={t('part.wordsLead')}>
        <LanguageTabs
          label={t('part.languages')}
          language={language}
          onChange={setLanguage}
          stateOf={(name) => completeness(form, name)}
        >
          <TextField
            key={`${language}-title`}
            {...inLanguage('title')}
            required
            maxLength={LIMIT.title}
          />
          <TextArea
            key={`${language}-description`}
            {...inLanguage('description')}
            hint={t('hint.description')}
            required
            rows={3}
            maxChars={LIMIT.description}
          />
          <TextArea
            key={`${language}-full`}
            {...inLanguage('fullContent')}
            hint={t('hint.fullContent')}
            required
            rows={12}
            maxChars={LIMIT.fullContent}
          />
          <TextField
            key={`${language}-alt`}
            {...inLanguage('imageAlt')}
            hint={t('hint.imageAlt')}
            maxLength={LIMIT.imageAlt}
          />
        </LanguageTabs>
      </Section>
      <Section title={t('part.picture')} lead={t('part.pictureLead')}>
        <PicturePart
          picture={picture}
          onChange={setPicture}
          error={faults['image']}
          progress={progress}
        />
      </Section>
      <Section title={t('part.more')}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField {...plain('date')} type="date" required hint={t('hint.date')} />
          <TextField {...plain('link')} dir="ltr" maxLength={LIMIT.link} hint={t('hint.link')} />
          {article === undefined && (
            <TextField
              {...plain('address')}
              dir="ltr"
              autoComplete="off"
              hint={t('hint.address', {
                example: suggestAddress(titlesOf(form), 'news', form.date),
              })}
              className="sm:col-span-2"
            />
          )}
        </div>
      </Section>
    </>
  )
}
