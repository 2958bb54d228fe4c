/** The files of the studio: the template and its data, which are edited, and what the template reads. */

import { basename } from 'node:path';
import { decodeHtml, decodeUtf8 } from '../decode.js';
import { reasonOf } from '../outcome.js';
import { ReadFiles } from '../read-files.js';
import { changeOf } from '../watch.js';
import type { PreviewAnswer } from './messages.js';
import { SourceFile } from './source-file.js';

export interface WorkspaceState {
  /** Of the template's file. */
  readonly name: string;
  readonly source: string;
  /** JSON. */
  readonly data: string;
  /** Name of the file of the data; null without one: it cannot be saved. */
  readonly data_name: string | null;
  /** Why a file cannot be read; null when all can. */
  readonly problem: string | null;
}

/** New texts of files, and those that the editor last knew to be on the disk. */
export interface Save {
  readonly source?: Change | undefined;
  readonly data?: Change | undefined;
}

interface Change {
  readonly text: string;
  readonly base: string;
}

/** A file has changed on the disk since the editor read it. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
}

/** A file that cannot be saved; the message says why. */
export class Unsavable extends Error {
  override readonly name = 'Unsavable';
}

const NO_DATA = '{}\n';

export class Workspace {
  readonly #template: SourceFile;
  readonly #data: SourceFile | undefined;
  readonly #onChange: (state: WorkspaceState) => void;
  readonly #stop = new AbortController();
  #problem: string | null = null;
  /** Ends the watching of files that are not those of the latest preview. */
  #replaced = new AbortController();
  #edited = new ReadFiles();
  #used = new ReadFiles();

  /** @param onChange  called when files have changed on the disk, and when they are saved */
  constructor(template: string, data: string | undefined, onChange: (state: WorkspaceState) => void) {
    this.#template = new SourceFile(template, decodeHtml);
    this.#data = data === undefined ? undefined : new SourceFile(data, decodeUtf8);
    this.#onChange = onChange;
    this.#read();
  }

  get state(): WorkspaceState {
    const data = this.#data;
    return {
      name: basename(this.#template.path),
      source: this.#template.text,
      data: data?.text ?? NO_DATA,
      data_name: data ? basename(data.path) : null,
      problem: this.#problem,
    };
  }

  #read(): void {
    this.#edited = new ReadFiles();
    this.#problem = null;
    for (const file of [this.#template, this.#data]) {
      if (!file) continue;
      this.#edited.record(file.path);
      try {
        file.read();
      } catch (error) {
        this.#problem = `cannot read ${file.path}: ${reasonOf(error)}`;
      }
    }
  }

  /** @param files  states of the partials and assets that the latest preview asked for */
  follow(files: PreviewAnswer['files']): void {
    const known = new Map(this.#used.states);
    if (files.length === known.size && files.every(([path, state]) => known.get(path) === state)) return;
    this.#used = new ReadFiles(files);
    this.#replaced.abort();
  }

  /** @throws Conflict, Unsavable */
  save(save: Save): WorkspaceState {
    const changes = (['source', 'data'] as const).flatMap((part) => {
      const [change, file] = [save[part], part === 'source' ? this.#template : this.#data];
      if (change && !file) throw new Unsavable('The data has no file: start platen preview with --data');
      return change && file ? [{ ...change, file }] : [];
    });
    for (const { file, base } of changes) checkBase(file, base);
    for (const { file, text } of changes) {
      try {
        file.save(text);
      } catch (error) {
        throw new Unsavable(`cannot write ${file.path}: ${reasonOf(error)}`);
      }
    }
    this.#edited = asNow(this.#edited);
    this.#replaced.abort();
    this.#onChange(this.state);
    return this.state;
  }

  /** Resolves when it is closed. */
  async watch(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#replaced = new AbortController();
      const stop = AbortSignal.any([this.#stop.signal, this.#replaced.signal]);
      await changeOf(new ReadFiles([...this.#edited.states, ...this.#used.states]), stop);
      if (stop.aborted) continue;
      this.#used = asNow(this.#used);
      this.#read();
      this.#onChange(this.state);
    }
  }

  close(): void {
    this.#stop.abort();
  }
}

/** The same files in their present state. */
function asNow(files: ReadFiles): ReadFiles {
  const now = new ReadFiles();
  for (const [path] of files.states) now.record(path);
  return now;
}

/** @throws Conflict, Unsavable */
function checkBase(file: SourceFile, base: string): void {
  const name = basename(file.path);
  try {
    if (file.read() !== base) throw new Conflict(`${name} has changed on the disk since it was read`);
  } catch (error) {
    if (error instanceof Conflict) throw error;
    throw new Unsavable(`cannot read ${file.path}: ${reasonOf(error)}`);
  }
  if (file.isSavable) return;
  throw new Unsavable(`${name} is not UTF-8: convert it first, or save it in your own editor`);
}
