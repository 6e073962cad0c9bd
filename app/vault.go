package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"causeway/app/bridge"
	"causeway/app/store"
)

// keeper carries out the store's effects on the browser's storage.
type keeper struct {
	vault  *bridge.Vault
	handle func(store.Intent)
}

// Keep carries out an effect and answers with intents.
func (k *keeper) Keep(e store.VaultEffect) {
	if t, ok := e.(store.WaitToKeep); ok {
		time.AfterFunc(time.Duration(t.MS)*time.Millisecond, func() { k.handle(store.KeepDue{Timer: t.Timer}) })
		return
	}
	if t, ok := e.(store.WatchKept); ok {
		time.AfterFunc(time.Duration(t.MS)*time.Millisecond, func() {
			k.vault.Queue(func(v *bridge.Vault) { k.handle(store.KeptWatched{ID: t.ID, Free: v.Free(t.ID)}) })
		})
		return
	}
	k.vault.Queue(func(v *bridge.Vault) { k.do(v, e) })
}

func (k *keeper) do(v *bridge.Vault, e store.VaultEffect) {
	switch e := e.(type) {
	case store.ListKept:
		k.list(v, e)
	case store.KeepProject:
		k.keep(v, e)
	case store.FetchKept:
		k.fetch(v, e)
	case store.LeaveKept:
		v.Close(e.ID)
	case store.NameKept:
		k.changed(v, v.Name(e.ID, e.Name))
	case store.DropKept:
		if e.Version < 0 {
			k.changed(v, v.Delete(e.ID))
		} else {
			k.changed(v, v.Unname(e.ID, e.Version))
		}
	case store.DropFiles:
		v.DropFiles(e.Numbers)
	case store.AskPersist:
		granted, err := v.Persist()
		k.handle(store.PersistAnswered{Granted: granted && err == nil})
	}
}

func (k *keeper) list(v *bridge.Vault, e store.ListKept) {
	entries, err := v.List()
	if err != nil {
		k.handle(store.KeepFault{Trouble: troubleOf(err), Why: store.Clause(err), First: e.First})
		return
	}
	space, _ := v.Space() // if unknown, show nothing
	l := store.KeptListed{Usage: space.Usage, Quota: space.Quota, Persisted: space.Persisted}
	for _, x := range entries {
		p := store.KeptProject{ID: x.Folder, At: x.Title.At.UnixMilli(), Size: x.Size, Open: x.Open,
			Card: store.ReadCard(x.Title.Card)}
		for _, t := range x.Versions {
			p.Versions = append(p.Versions, store.KeptVersion{Name: t.Name, At: t.At.UnixMilli(),
				Card: store.ReadCard(t.Card)})
		}
		l.Projects = append(l.Projects, p)
	}
	if !e.First {
		k.handle(l)
		return
	}
	k.handle(store.KeptStarted{KeptListed: l, Tab: fmt.Sprintf("%016x", rand.Uint64()), Resume: e.Resume})
}

func (k *keeper) keep(v *bridge.Vault, e store.KeepProject) {
	pause := bridge.Turns()
	e, err := e.Pack(pause)
	pause()
	var at time.Time
	if err == nil {
		at, err = write(v, e)
	}
	if err != nil {
		k.handle(store.NotKept{ID: e.ID, No: e.No, Trouble: troubleOf(err), Why: store.Clause(err)})
		return
	}
	k.handle(e.Kept(at.UnixMilli()))
}

// write saves a packed project and reports when.
func write(v *bridge.Vault, e store.KeepProject) (at time.Time, err error) {
	card, err := e.Card.Bytes()
	if err != nil {
		return at, err
	}
	if e.Without != "" {
		if err := v.Forget(e.ID, e.Without); err != nil {
			return at, err
		}
	}
	records := make([]bridge.Record, len(e.Records))
	for i, r := range e.Records {
		records[i] = bridge.Record(r)
	}
	return v.Keep(e.ID, card, records)
}

func (k *keeper) fetch(v *bridge.Vault, e store.FetchKept) {
	c, err := v.Fetch(e.ID, e.Version)
	if err != nil {
		k.handle(store.NotFetched{ID: e.ID, Why: store.Clause(err)})
		return
	}
	f := store.Fetched{ID: e.ID, Version: e.Version, At: c.At.UnixMilli(), Held: c.Held, Older: c.Older}
	for _, r := range c.Records {
		f.Records = append(f.Records, store.KeptRecord(r))
	}
	k.handle(f)
}

// changed reports the list after a change.
func (k *keeper) changed(v *bridge.Vault, err error) {
	if err != nil {
		k.handle(store.KeepFault{Trouble: troubleOf(err), Why: store.Clause(err)})
		return
	}
	k.list(v, store.ListKept{})
}

func troubleOf(err error) store.Trouble {
	switch {
	case errors.Is(err, bridge.ErrNoVault):
		return store.NoVault
	case errors.Is(err, bridge.ErrFull):
		return store.VaultFull
	case errors.Is(err, bridge.ErrGone):
		return store.FileGone
	case errors.Is(err, bridge.ErrTaken):
		return store.VaultTaken
	}
	return store.OtherTrouble
}
