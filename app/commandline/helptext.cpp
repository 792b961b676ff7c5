// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandline.h"

#include <QCoreApplication>

QString helpText()
{
    return QCoreApplication::translate(
        "CommandLine", R"(Encoding Explorer: what the position encodings of Transformers do.

  encoding-explorer [FILE]...                         the window, on model files, tables of numbers (.npy,
                                                      .csv) or a saved exploration
  encoding-explorer export --view ID --out FILE [what] [how]
  encoding-explorer inspect FILE [--json] [--set KEY=VALUE]...
                                                      what a model file says and what follows from it
  encoding-explorer list encodings|views|models|parameters [--json]
  encoding-explorer --help | --version

What is shown, each overriding what stands above it, whatever the order on the line. The start is Llama 2 7B with RoPE.
  --exploration FILE      a saved exploration
  --model NAME|FILE[#LAYERS]
                          base, dimension, lengths, heads and scaling of a listed model or a model file
  --encoding ID[+ID...][,ID[+ID...]...]
                          the series: , separates series, + combines encodings inside one; the label is the text itself
  --series LABEL=ID[+ID...][@MODEL[#LAYERS]][:key=value,...]
                          one series with its own label, model and values; may repeat; adds to --encoding
  --set KEY=VALUE         a shared value, or LABEL.KEY for one series; may repeat. Lists also take @FILE: one number a
                          line, or a JSON array; table=FILE takes a .npy or .csv file

How it is written; the type follows the ending of --out: .png, .svg, .pdf, .csv, .npy
  --size WxH              in px (default 1200x800), or 16cmx9cm, 160mmx90mm, 6inx4in
  --dpi N                 pixels per inch of a PNG (default 96)
  --theme light|dark|projector|print
                          (default print)
  --background white|transparent
  --rows FIRST:LAST[:STEP]
                          CSV and NPY only: these rows, both ends included

Options may be written --key value or --key=value. Numbers take 1e6, 10000, 0x10; switches true or false.
`list parameters` says every key, its range and its default.
Exit codes: 0 done; 2 wrong use; 1 a file that cannot be read or written.

Examples
  encoding-explorer export --view wavelengths --out wavelengths.pdf --encoding rope,pi,ntk --set scale=8 --size 16cmx9cm
  encoding-explorer export --view decay --out decay.csv --model "Llama 3 8B" --rows 0:65536:64
  encoding-explorer export --view curves --out curves.png --series "base 1e4=rope" --series "base 1e6=rope:base=1e6"
  encoding-explorer inspect config.json --json
  encoding-explorer list parameters
)");
}
