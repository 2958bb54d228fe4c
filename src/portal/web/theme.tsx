/** The switch between light and dark colours, which the browser remembers. */

import { useEffect, useState } from 'react';
import { Button, Icon } from './parts.js';

const THEMES = ['system', 'light', 'dark'] as const;

export function Theme() {
  const [theme, setTheme] = useState(() => localStorage.getItem('platen-theme') ?? 'system');
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    localStorage.setItem('platen-theme', theme);
  }, [theme]);
  const next = THEMES[(THEMES.indexOf(theme as 'system') + 1) % THEMES.length]!;
  return (
    <Button
      look="quiet"
      className="theme"
      onClick={() => setTheme(next)}
      title={`Colours: ${theme}; switch to ${next}`}
    >
      <Icon path="M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16" />
      <span className="theme-label">
        <span className="visually-hidden">Colours: </span>
        {theme}
      </span>
    </Button>
  );
}
