import { useState } from 'react';
import { api } from '../api.js';
import { navigate } from '../navigation.js';
import { PageHead, Problem } from '../parts.js';
import { BLANK, loadStarter, STARTERS } from '../starters.js';
import { Thumbnail } from '../thumbnail.js';

export function GalleryPage() {
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const begin = async (name: string, load: () => Promise<typeof BLANK>) => {
    setBusy(true);
    setError(undefined);
    try {
      const { source, data } = await load();
      const { id } = await api.createTemplate({ name, source, sample_data: data });
      navigate(`/templates/${id}`);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <>
      <PageHead title="New template" lead="Choose where to begin. Everything can be changed." />
      {error !== undefined && <Problem error={error} />}
      <ul className="tiles">
        <Choice
          id="blank"
          name="Blank"
          about="An empty A4 page"
          isBusy={isBusy}
          load={async () => BLANK}
          begin={() => begin('untitled', async () => BLANK)}
        />
        {STARTERS.map(({ id, name, about }) => (
          <Choice
            key={id}
            id={id}
            name={name}
            about={about}
            isBusy={isBusy}
            load={() => loadStarter(id)}
            begin={() => begin(id, () => loadStarter(id))}
          />
        ))}
      </ul>
    </>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly isBusy: boolean;
  readonly load: () => Promise<typeof BLANK>;
  readonly begin: () => void;
}

function Choice({ id, name, about, isBusy, load, begin }: ChoiceProps) {
  return (
    <li className="tile">
      <div className="thumb">
        <Thumbnail
          id={`starter ${id}`}
          load={async () => {
            const { source, data } = await load();
            return { html: source, data, strict: false };
          }}
        />
      </div>
      <div className="tile-text">
        <h2>
          <button type="button" onClick={begin} disabled={isBusy}>
            {name}
          </button>
        </h2>
        <p className="note">{about}</p>
      </div>
    </li>
  );
}
