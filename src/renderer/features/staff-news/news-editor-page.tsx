import { useQuery } from '@tanstack/react-query'
import { Newspaper } from 'lucide-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { readNews } from '#shared/contract/events.ts'
import { ask } from '../../platform/api.ts'
import type { NewsItem } from '../../platform/content-queries.ts'
import { EditorFrame } from '../../ui/content-editor/editor-frame.tsx'
import { EditorLoader, READ_TO_EDIT } from '../../ui/content-editor/editor-loader.tsx'
import { fileAddress } from '../../ui/content-editor/file-address.ts'
import { NewsBar } from './news-bar.tsx'
import { NewsFields } from './news-fields.tsx'
import { previewOf } from './news-form.ts'
import { NewsState } from './news-state.tsx'
import { NewsletterNotice } from './newsletter-notice.tsx'
import { type NewsEditorState, useNewsEditor } from './use-news-editor.ts'
import { useNewsPath } from './use-news-path.ts'

interface PageProps {
  /** The public page of an article; given by the app, because it belongs to another feature. */
  readonly Preview: ComponentType<{ readonly article: NewsItem }>
}

export function NewArticlePage({ Preview }: PageProps) {
  return <NewsEditor article={undefined} Preview={Preview} />
}

export function EditArticlePage({ Preview }: PageProps) {
  const { t } = useTranslation('staffNews')
  const { id = '' } = useParams()
  const list = useNewsPath()
  const query = useQuery({
    queryKey: ['news', 'edit', id],
    queryFn: ({ signal }) => ask(readNews, { params: { id } }, { signal }),
    ...READ_TO_EDIT,
  })
  return (
    <EditorLoader
      query={query}
      title={t('edit.title')}
      failure={t('edit.failed')}
      unknown={{
        icon: <Newspaper size={30} />,
        title: t('unknown.title'),
        text: t('unknown.text'),
      }}
      back={{ to: list, label: t('back') }}
    >
      {(article) => <NewsEditor key={id} article={article} Preview={Preview} />}
    </EditorLoader>
  )
}

function NewsEditor({
  article: loaded,
  Preview,
}: PageProps & { readonly article: NewsItem | undefined }) {
  const { t } = useTranslation('staffNews')
  const list = useNewsPath()
  const editor = useNewsEditor(loaded, list)
  const { article, busy, save } = editor
  return (
    <EditorFrame
      editor={editor}
      title={t(article === undefined ? 'new.title' : 'edit.title')}
      back={{ to: list, label: t('back') }}
      state={
        article && (
          <>
            <NewsState status={article.status} />
            {t(`stateText.${article.status}`)}
          </>
        )
      }
      notices={
        article && (
          <NewsletterNotice
            article={article}
            busy={busy === 'withdraw'}
            onTakeBack={() => save('draft', 'withdraw')}
          />
        )
      }
      nameOf={(name) =>
        t(
          name.startsWith('content.')
            ? `difference.${name.slice('content.'.length)}`
            : `field.${name}`,
        )
      }
      preview={
        <div className="mx-auto max-w-3xl">
          <DrawnPreview editor={editor} Preview={Preview} />
        </div>
      }
      bar={<NewsBar editor={editor} />}
    >
      <NewsFields editor={editor} />
    </EditorFrame>
  )
}

function DrawnPreview({
  editor: { form, picture },
  Preview,
}: PageProps & { readonly editor: NewsEditorState }) {
  const { held, file, removed } = picture
  return (
    <Preview
      article={previewOf(form, file === undefined ? (removed ? null : held) : fileAddress(file))}
    />
  )
}
