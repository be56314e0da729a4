import { Trash2, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/button.tsx'
import { PhotoField } from '../photo/photo-field.tsx'
import { Cover } from '../picture/cover.tsx'

/** `held`: the picture that the site shows. `file`: a new one, sent when the form is saved. */
export interface PictureChoice {
  readonly held: string | null
  readonly file: File | undefined
  readonly removed: boolean
}

interface PicturePartProps {
  readonly picture: PictureChoice
  readonly onChange: (picture: PictureChoice) => void
  readonly error: string | undefined
  /** From 0 to 1 while it is sent. */
  readonly progress: number | undefined
}

/** The cover of an event or an article. The site shows it 1200 to 630, from its middle. */
export function PicturePart({ picture, onChange, error, progress }: PicturePartProps) {
  const { t } = useTranslation('contentEditor')
  const { held, file, removed } = picture
  const shown = held !== null && file === undefined
  return (
    <div className="grid gap-4">
      {shown && (
        <div className="grid gap-2">
          <p className="font-semibold">{t(removed ? 'picture.willGo' : 'picture.present')}</p>
          {!removed && (
            <Cover image={held} className="w-full max-w-md rounded-md border border-line" />
          )}
          <div>
            <Button
              variant="quiet"
              className="-ms-4"
              icon={
                removed ? (
                  <Undo2 aria-hidden="true" size={18} className="mirror" />
                ) : (
                  <Trash2 aria-hidden="true" size={18} />
                )
              }
              onClick={() => onChange({ ...picture, removed: !removed })}
            >
              {t(removed ? 'picture.keep' : 'picture.remove')}
            </Button>
          </div>
        </div>
      )}
      <PhotoField
        label={t(held === null ? 'picture.label' : 'picture.other')}
        hint={t('picture.hint')}
        kind="cover"
        file={file}
        error={error}
        progress={progress}
        onChange={(next) => onChange({ ...picture, file: next })}
      />
    </div>
  )
}
